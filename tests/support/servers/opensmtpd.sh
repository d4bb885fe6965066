#!/bin/sh
# opensmtpd.sh FOLDER: OpenSMTPD with the settings in FOLDER/smtpd.conf.
set -eu

folder=$1
for number in 65533 65532; do
    name=opensmtpd
    [ "$number" = 65533 ] || name=opensmtpq
    echo "$name:x:$number:$number::/var/lib/opensmtpd/empty:/bin/false" >>/etc/passwd
    echo "$name:x:$number:" >>/etc/group
done
mkdir -p /var/lib/opensmtpd/empty /var/spool/smtpd
chmod 711 /var/spool/smtpd
exec smtpd -d -f "$folder/smtpd.conf" >"$folder/opensmtpd.log" 2>&1
