/** What the tests decide about Dovecot. */
export interface DovecotSettings {
  /** The folder of the mail server, in which `mail` contains the mailboxes. */
  folder: string;
  /** The user and the group whose files the mailboxes are. */
  uid: number;
  gid: number;
  /** The port of the service that tells Postfix whether a mailbox is full. */
  quotaPort: number;
  /** The password of every account. */
  password: string;
  /** In kB. */
  mailboxSize: number;
}

/**
 * Returns the configuration of Dovecot for authentication, quotas and mailboxes: Debian 12 and Ubuntu 24.04 have
 * version 2.3, and Debian 13 has 2.4, which renames most settings
 * (https://doc.dovecot.org/2.4.1/installation/upgrade/2.3-to-2.4.html).
 * @param version as `dovecot --version` prints it
 */
export function dovecotConfiguration(version: string, settings: DovecotSettings): string {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major !== 2 || minor < 3 || minor > 4) throw new Error(`The tests know Dovecot 2.3 and 2.4, but not ${version}`);
  if (minor === 3) return commonSettings(settings) + settings23(settings);
  // Must come first. Every 2.4 reads the syntax of its first version.
  const syntax = 'dovecot_config_version = 2.4.0\ndovecot_storage_version = 2.4.0\n';
  return syntax + commonSettings(settings) + settings24(settings);
}

function commonSettings({ folder, uid, gid }: DovecotSettings): string {
  return `base_dir = ${folder}/dovecot
log_path = ${folder}/dovecot.log
ssl = no
mail_uid = ${uid}
mail_gid = ${gid}
first_valid_uid = 1
auth_mechanisms = plain login
service auth {
  unix_listener ${folder}/auth.sock {
    mode = 0666
  }
}
service anvil {
  # No delay after a wrong password, which would slow the tests down.
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
auth_failure_delay = 0
service lmtp {
  unix_listener ${folder}/lmtp.sock {
    mode = 0666
  }
}
`;
}

function settings23({ folder, uid, gid, quotaPort, password, mailboxSize }: DovecotSettings): string {
  return `protocols = lmtp
mail_location = maildir:${folder}/mail/%u
mail_plugins = quota
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/mail/%u allow_all_users=yes
}
service quota-status {
  executable = quota-status -p postfix
  client_limit = 1
  inet_listener {
    address = 127.0.0.1
    port = ${quotaPort}
  }
}
plugin {
  quota = maildir:User quota
  quota_rule = *:storage=${mailboxSize}K
  quota_grace = 0
  quota_status_success = DUNNO
  quota_status_nouser = DUNNO
  quota_status_overquota = 552 5.2.2 Mailbox is full
}
`;
}

function settings24({ folder, uid, gid, quotaPort, password, mailboxSize }: DovecotSettings): string {
  return `protocols {
  lmtp = yes
}
mail_driver = maildir
mail_path = ${folder}/mail/%{user}
mail_plugins {
  quota = yes
}
passdb static {
  password = ${password}
}
userdb static {
  fields {
    uid = ${uid}
    gid = ${gid}
    home = ${folder}/mail/%{user}
  }
  allow_all_users = yes
}
service quota-status {
  executable = quota-status -p postfix
  client_limit = 1
  inet_listener postfix {
    listen = 127.0.0.1
    port = ${quotaPort}
  }
}
quota "User quota" {
  driver = maildir
}
quota_storage_size = ${mailboxSize}K
quota_storage_grace = 0
quota_status_success = DUNNO
quota_status_nouser = DUNNO
quota_status_overquota = 552 5.2.2 Mailbox is full
`;
}
