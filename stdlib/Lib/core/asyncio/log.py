"""Where the event loop logs."""
import logging

logger = logging.getLogger('asyncio')
