"""Does what systemd does for several processes with one listening socket (sd_listen_fds(3)).

shared-socket.py hold PATH: opens a socket at a free port, prints the port, and hands the socket to everybody who connects to
PATH, until its standard input is closed.
shared-socket.py run PATH PROGRAM ARGUMENT...: becomes this program, with the socket from PATH.
"""

import os
import socket
import sys
import threading

FIRST_DESCRIPTOR = 3


def hold(path):
    listening = socket.create_server(("127.0.0.1", 0), backlog=1024)
    handing_out = socket.socket(socket.AF_UNIX)
    handing_out.bind(path)
    handing_out.listen()
    print(listening.getsockname()[1], flush=True)
    threading.Thread(target=hand_out, args=(handing_out, listening), daemon=True).start()
    sys.stdin.read()


def hand_out(handing_out, listening):
    while True:
        connection, _ = handing_out.accept()
        with connection:
            socket.send_fds(connection, [b"x"], [listening.fileno()])


def run(path, *command):
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(path)
        _, descriptors, _, _ = socket.recv_fds(connection, 1, 1)
    os.dup2(descriptors[0], FIRST_DESCRIPTOR)
    os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
    os.execvp(command[0], command)


{"hold": hold, "run": run}[sys.argv[1]](*sys.argv[2:])
