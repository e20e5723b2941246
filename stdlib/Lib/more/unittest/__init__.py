"""Tests as methods of classes: cases, suites, loading, running, reporting."""
from unittest.async_case import IsolatedAsyncioTestCase
from unittest.case import (FunctionTestCase, SkipTest, TestCase, addModuleCleanup, doModuleCleanups, enterModuleContext,
                           expectedFailure, skip, skipIf, skipUnless)
from unittest.loader import TestLoader, defaultTestLoader
from unittest.main import TestProgram, main
from unittest.result import TestResult
from unittest.runner import TextTestResult, TextTestRunner
from unittest.signals import installHandler, registerResult, removeHandler, removeResult
from unittest.suite import BaseTestSuite, TestSuite

__all__ = ['TestResult', 'TestCase', 'IsolatedAsyncioTestCase', 'TestSuite', 'TextTestRunner', 'TestLoader',
           'FunctionTestCase', 'main', 'defaultTestLoader', 'SkipTest', 'skip', 'skipIf', 'skipUnless',
           'expectedFailure', 'TextTestResult', 'installHandler', 'registerResult', 'removeResult', 'removeHandler',
           'addModuleCleanup', 'doModuleCleanups', 'enterModuleContext']
