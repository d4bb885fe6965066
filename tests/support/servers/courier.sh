#!/bin/sh
# courier.sh FOLDER PORT USERS...: Courier's IMAP server, with a Maildir in FOLDER/mail for each user. Their password is the first
# line of FOLDER/password.
set -eu

folder=$1 port=$2
shift 2
echo 'courier:x:65534:65534::/:/bin/false' >>/etc/passwd
echo 'courier:x:65534:' >>/etc/group
mkdir -p /run/courier/authdaemon
chmod 755 /run/courier /run/courier/authdaemon
password=$(openssl passwd -1 -in "$folder/password")
for user in "$@"; do
    home=$folder/mail/$user
    printf '%s\tuid=65534|gid=65534|home=%s|mail=%s|imappw=%s\n' "$user" "$home" "$home/Maildir" "$password"
done >/etc/courier/userdb
chmod 700 /etc/courier/userdb
makeuserdb
sed -i 's/^authmodulelist=.*/authmodulelist="authuserdb"/' /etc/courier/authdaemonrc
set -a
. /etc/courier/authdaemonrc
/usr/lib/courier/courier-authlib/authdaemond >"$folder/courier.log" 2>&1 &
. /etc/courier/imapd
set +a
exec couriertcpd -address=127.0.0.1 -maxprocs=100 -maxperip=100 -nodnslookup -noidentlookup "$port" \
    /usr/lib/courier/courier/imaplogin /usr/bin/imapd Maildir >>"$folder/courier.log" 2>&1
