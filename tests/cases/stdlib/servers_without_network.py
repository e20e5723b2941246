# Handlers work on files, and waiting for nothing takes the time that it is told.
import io, select, socketserver, sys
from http.server import BaseHTTPRequestHandler, HTTPServer

print(select.select([], [], [], 0), select.error is OSError, select.POLLIN | select.POLLOUT)
for wrong in (lambda: select.select([], [], [], -1), lambda: select.select(["x"], [], [], 0)):
    try:
        wrong()
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
print(select.poll().poll(0))

class Files:
    def __init__(self, data):
        self.read, self.written = io.BytesIO(data), io.BytesIO()

    def makefile(self, mode, size):
        return self.read

    def sendall(self, data):
        self.written.write(data)

class Upper(socketserver.StreamRequestHandler):
    def setup(self):
        super().setup()
        self.order = ["setup"]

    def handle(self):
        self.order.append("handle")
        self.wfile.write(self.rfile.readline().upper())

    def finish(self):
        self.order.append("finish")
        super().finish()

files = Files(b"hello\n")
print(Upper(files, ("here", 1), None).order, files.written.getvalue())

class Page(BaseHTTPRequestHandler):
    def log_message(self, format, *args):
        print("log:", format % args)

    def date_time_string(self, timestamp=None):
        return "now"

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.end_headers()
        self.wfile.write(f"{self.command} {self.path} {self.headers['X']}".encode())

for request in (b"GET /a?b HTTP/1.0\r\nX: y\r\n\r\n", b"POST / HTTP/1.1\r\n\r\n", b"GET /\r\n\r\n", b"one\r\n", b"GET / HTTP/x\r\n\r\n", b"GET / HTTP/2.0\r\n\r\n", b""):
    files = Files(request)
    Page(files, ("127.0.0.1", 1), None)
    answer = files.written.getvalue()
    head, _, body = answer.partition(b"\r\n\r\n")
    lines = [line for line in head.split(b"\r\n") if not line.startswith((b"Server:", b"Content-Length:", b"<"))]
    print(lines, "a page" if b"DOCTYPE" in answer else body)
print(issubclass(HTTPServer, socketserver.TCPServer), socketserver.ThreadingTCPServer.__mro__[1].__name__, HTTPServer.allow_reuse_address in (1, True))
