"""Servers and what handles their requests. There is no network: a server cannot be made, and a handler works on the files it is given."""
import io
import socket

__all__ = ['BaseServer', 'TCPServer', 'UDPServer', 'ThreadingUDPServer', 'ThreadingTCPServer', 'BaseRequestHandler', 'StreamRequestHandler',
           'DatagramRequestHandler', 'ThreadingMixIn', 'ForkingUDPServer', 'ForkingTCPServer', 'ForkingMixIn', 'UnixStreamServer',
           'UnixDatagramServer', 'ThreadingUnixStreamServer', 'ThreadingUnixDatagramServer']


class BaseServer:
    """Takes requests and hands each to a new handler."""
    timeout = None

    def __init__(self, server_address, RequestHandlerClass):
        self.server_address, self.RequestHandlerClass = server_address, RequestHandlerClass

    def server_activate(self):
        """Begins to take requests."""

    def serve_forever(self, poll_interval=0.5):
        """Takes requests until `shutdown`."""
        raise PermissionError('there is no network in the sandbox')

    def shutdown(self):
        """Ends `serve_forever`, which never began."""

    def handle_request(self):
        """Takes one request."""
        raise PermissionError('there is no network in the sandbox')

    def service_actions(self):
        """What is done between requests."""

    def handle_timeout(self):
        """What is done when no request came in time."""

    def verify_request(self, request, client_address):
        """Whether a request is taken."""
        return True

    def process_request(self, request, client_address):
        """Handles a request and ends it."""
        self.finish_request(request, client_address)
        self.shutdown_request(request)

    def finish_request(self, request, client_address):
        """Handles a request."""
        self.RequestHandlerClass(request, client_address, self)

    def shutdown_request(self, request):
        """Ends a request."""
        self.close_request(request)

    def close_request(self, request):
        """Lets go of what a request holds."""

    def server_close(self):
        """Lets go of what the server holds."""

    def handle_error(self, request, client_address):
        """Tells of an error of a handler."""
        import sys
        import traceback
        print('-' * 40, f'Exception occurred during processing of request from {client_address}', sep='\n', file=sys.stderr)
        traceback.print_exc()
        print('-' * 40, file=sys.stderr)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.server_close()


class TCPServer(BaseServer):
    """Takes connections."""
    address_family = socket.AF_INET
    socket_type = socket.SOCK_STREAM
    request_queue_size = 5
    allow_reuse_address = allow_reuse_port = False

    def __init__(self, server_address, RequestHandlerClass, bind_and_activate=True):
        super().__init__(server_address, RequestHandlerClass)
        self.socket = socket.socket(self.address_family, self.socket_type)
        if bind_and_activate:
            self.server_bind()
            self.server_activate()

    def server_bind(self):
        """Takes the address."""
        self.socket.bind(self.server_address)

    def server_activate(self):
        self.socket.listen(self.request_queue_size)

    def server_close(self):
        self.socket.close()

    def fileno(self):
        return self.socket.fileno()

    def get_request(self):
        """The next connection, and from where it comes."""
        return self.socket.accept()


class UDPServer(TCPServer):
    """Takes messages."""
    socket_type = socket.SOCK_DGRAM
    max_packet_size = 8192

    def server_activate(self):
        pass


class _Apart:
    """Handles each request on the side."""
    daemon_threads = block_on_close = False

    def process_request(self, request, client_address):
        raise PermissionError('there is no network in the sandbox')


class ThreadingMixIn(_Apart):
    """Handles each request in a thread."""
    block_on_close = True


class ForkingMixIn(_Apart):
    """Handles each request in a process."""
    timeout, max_children, block_on_close = 300, 40, True


class UnixStreamServer(TCPServer):
    address_family = socket.AF_UNIX


class UnixDatagramServer(UDPServer):
    address_family = socket.AF_UNIX


def _combined():
    for word, mixin in ('Threading', ThreadingMixIn), ('Forking', ForkingMixIn):
        for base in TCPServer, UDPServer, UnixStreamServer, UnixDatagramServer:
            class made(mixin, base):
                pass

            made.__name__ = made.__qualname__ = word + base.__name__
            globals()[made.__name__] = made


_combined()


class BaseRequestHandler:
    """Handles one request, as soon as it is made."""

    def __init__(self, request, client_address, server):
        self.request, self.client_address, self.server = request, client_address, server
        self.setup()
        try:
            self.handle()
        finally:
            self.finish()

    def setup(self):
        """Before the request."""

    def handle(self):
        """The request itself."""

    def finish(self):
        """After the request."""


class _Writer(io.BufferedIOBase):
    """Sends at once what is written to it."""

    def __init__(self, connection):
        self._connection = connection

    def writable(self):
        return True

    def write(self, data):
        self._connection.sendall(data)
        return memoryview(data).nbytes

    def fileno(self):
        return self._connection.fileno()


class StreamRequestHandler(BaseRequestHandler):
    """Has files to read the request from and to write the answer to."""
    rbufsize, wbufsize, timeout, disable_nagle_algorithm = -1, 0, None, False

    def setup(self):
        self.connection = self.request
        if self.timeout is not None:
            self.connection.settimeout(self.timeout)
        self.rfile = self.connection.makefile('rb', self.rbufsize)
        self.wfile = self.connection.makefile('wb', self.wbufsize) if self.wbufsize else _Writer(self.connection)

    def finish(self):
        for file in (self.wfile, self.rfile):
            if not file.closed:
                file.close()


class DatagramRequestHandler(BaseRequestHandler):
    """Has the message as a file, and sends what is written to another."""

    def setup(self):
        from io import BytesIO
        self.packet, self.socket = self.request
        self.rfile, self.wfile = BytesIO(self.packet), BytesIO()

    def finish(self):
        self.socket.sendto(self.wfile.getvalue(), self.client_address)
