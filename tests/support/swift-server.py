"""
Runs OpenStack Swift with its S3 API: the servers of Debian's packages, each in a process of its own.

Usage: swift-server.py FOLDER MEMCACHED ACCESS_KEY SECRET PORT PORT PORT PORT PORT

The ports are those of the proxy, of the account, container and object servers, and of memcached, whose program is
MEMCACHED. The folder must be on a file system with extended attributes. Each line of the standard input is the name of a
signal that all servers get; they are killed when it ends.
"""

import os
import pwd
import signal
import sys

import eventlet

# Must come first: with all modules loaded, each server would need a second for it.
eventlet.monkey_patch(all=False, socket=True, select=True, thread=True)

# The servers share what is loaded before they start.
import swift.account.server
import swift.common.middleware.s3api.s3api
import swift.container.server
import swift.obj.server
import swift.proxy.server
from swift.common import utils
from swift.common.ring import RingBuilder
from swift.common.wsgi import run_wsgi

folder, memcached, access_key, secret = sys.argv[1:5]
proxy_port, account_port, container_port, object_port, memcached_port = map(int, sys.argv[5:10])
account, member = access_key.split(':')
ports = {'account': account_port, 'container': container_port, 'object': object_port}
user = pwd.getpwuid(os.getuid()).pw_name

common = f"""[DEFAULT]
swift_dir = {folder}
devices = {folder}
mount_check = false
fallocate_reserve = 0
bind_ip = 127.0.0.1
workers = 0
user = {user}
log_level = ERROR
"""

proxy = f"""bind_port = {proxy_port}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:{memcached_port}
[filter:s3api]
use = egg:swift#s3api
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{member} = {secret} .admin
[filter:slo]
use = egg:swift#slo
"""


def configure():
    """Writes the rings, which place everything in one folder, and the configuration of each server."""
    os.makedirs(os.path.join(folder, 'disk'), exist_ok=True)
    for name, port in ports.items():
        builder = RingBuilder(part_power=2, replicas=1, min_part_hours=1)
        device = {'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'port': port, 'device': 'disk'}
        builder.add_dev(device)
        builder.rebalance(seed=1)
        builder.get_ring().save(os.path.join(folder, f'{name}.ring.gz'))
        write(name, f"""bind_port = {port}
[pipeline:main]
pipeline = {name}-server
[app:{name}-server]
use = egg:swift#{name}
""")
    write('proxy', proxy)


def write(name, text):
    with open(configuration_of(name), 'w') as file:
        file.write(common + text)


def configuration_of(name):
    return os.path.join(folder, f'{name}-server.conf')


def start(run):
    """Runs a function in a process of its own. Returns the id of the process."""
    child = os.fork()
    if child == 0:
        os.close(0)
        sys.exit(run())
    return child


def start_server(name):
    return start(lambda: run_wsgi(configuration_of(name), f'{name}-server', verbose=True))


def run_memcached():
    arguments = ['-l', '127.0.0.1', '-p', str(memcached_port), '-u', user]
    os.execv(memcached, ['memcached', *arguments])


# Usually in /etc/swift/swift.conf.
utils.HASH_PATH_SUFFIX = b'tests'
configure()
children = [start(run_memcached), *(start_server(name) for name in [*ports, 'proxy'])]


def signal_all(name):
    for child in children:
        os.kill(child, signal.Signals[name])


for line in sys.stdin:
    signal_all(line.strip())
signal_all('SIGKILL')
