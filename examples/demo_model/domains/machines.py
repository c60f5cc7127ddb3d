"""Texts that machines write: lines of logs, commits, builds, bank statements, calendar entries, cards."""

from __future__ import annotations

from .compact import domains

ACCESS, SYSTEM, PROGRAMS, COMMITS, BUILDS, STATEMENTS, ENTRIES, CARDS, ALERTS, READINGS = domains(
    r"""
== request
ip ip = | ip client address remote_addr host client_ip
user login = | user user_name remote_user login who
stamp stamp = | timestamp time when logged_at datetime
method enum GET; POST; PUT; DELETE; PATCH; HEAD = | method verb http_method request_method
path path = | path url uri endpoint route resource
status of 200; 201; 204; 301; 302; 400; 401; 403; 404; 500; 502; 503 = | status_text http_status response
code int 200 504 = | status code status_code http_code
bytes int 12 990000 = | bytes size length body_size response_size
agent of Mozilla/5.0; curl/8.4.0; Googlebot/2.1; Wget/1.21; PostmanRuntime/7.36; Go-http-client/1.1 = \
| agent user_agent browser client_software
ms int 1 9900 = | ms duration took latency response_time duration_ms elapsed
> {ip} - {user} [{stamp}] "{method} {path} HTTP/1.1" {code} {bytes}
> {ip} - - [{stamp}] "{method} {path} HTTP/1.1" {code} {bytes} "-" "{agent}"
> {method} {path} {code} {ms}ms
> {stamp} {ip} {method} {path} -> {code} in {ms} ms
> {"ip":"{ip}","method":"{method}","path":"{path}","status":{code},"ms":{ms}}
> {ip} requested {path} ({method}) and got {code} after {ms} ms.
> [{stamp}] {user}@{ip} "{method} {path}" {code} {bytes} {ms}
> {method} {path} from {ip} by {user}: {code}, {bytes} bytes
> time={stamp} client={ip} verb={method} uri={path} status={code} took={ms}
> Started {method} "{path}" for {ip} at {stamp}~Completed {code} in {ms}ms
> {code} {method} {path} ({ms} ms, {bytes} B) {agent}
> {user};{ip};{method};{path};{code};{bytes}

== line
stamp syslog = | timestamp time logged_at when
host host = | host hostname machine server node
process of sshd; cron; kernel; nginx; systemd; postfix; sudo; dhcpd; named; docker = \
| process program daemon service app unit
pid int 100 65000 = | pid process_id
user login = | user user_name login account
ip ip = | ip address source from_ip src
port int 20 65000 = | port src_port source_port
file path = | file path script command
unit name = | unit device disk volume
percent int 1 100 = | percent usage used full
> {stamp} {host} {process}[{pid}]: Failed password for {user} from {ip} port {port} ssh2
> {stamp} {host} {process}[{pid}]: Accepted publickey for {user} from {ip} port {port}
> {stamp} {host} {process}[{pid}]: ({user}) CMD ({file})
> {stamp} {host} {process}: session opened for user {user}
> {stamp} {host} {process}: disk {unit} is {percent}% full
> {host} {process}[{pid}]: connection from {ip}:{port} closed
> <{pid}> {stamp} {host} {process} - {user} logged out
> {stamp} {process}: {user} : COMMAND={file}
> {host}: {process} ({pid}) killed, used {percent}% of memory
> {stamp} {host} {process}[{pid}]: error: cannot open {file}
> {stamp} {host} {process}[{pid}]: user={user} src={ip} port={port}
> {process}@{host}: started with pid {pid} at {stamp}

== message, error
date date = | date day logged_on
time second = | time at clock logged_at
level enum INFO; WARN; ERROR; DEBUG; FATAL; TRACE = | level severity log_level loglevel
thread name = | thread thread_name worker
logger class = | logger class source component module class_name
message of connection refused; timeout while reading; user not found; out of disk space; bad checksum; \
cache is cold; retry failed; null pointer; unknown column; index rebuilt; \
token expired; queue full = | message msg text what description
exception of NullPointerException; ValueError; IOException; KeyError; TimeoutError; TypeError; IllegalStateException; \
RuntimeError = | exception error_type error exception_class
file file = | file file_name source_file
line int 2 2900 = | line line_number lineno
id hex = | request_id trace_id trace correlation_id id
> {date} {time} {level} [{thread}] {logger} - {message}
> {date} {time}.123 [{thread}] {level} {logger}: {message}
> {level}:{logger}:{message}
> {exception}: {message}~  at {logger}({file}:{line})
> Traceback: File "{file}", line {line}~{exception}: {message}
> {"time":"{date}T{time}Z","level":"{level}","logger":"{logger}","msg":"{message}"}
> [{level}] {date} {time} {logger} {message} (trace {id})
> {file}:{line}: {exception}: {message}
> {date}T{time} level={level} module={logger} trace_id={id} msg="{message}"
> {time} {level} --- [{thread}] {logger} : {message}
> Caught {exception} in {file} at line {line}: {message}
> {level} {date} {time} {file}:{line}] {message}

== commit, change
sha hex = | sha commit hash commit_id revision id
author person = | author committer by who developer name
email email = | email author_email mail
date date = | date committed_on day when
message of fix typo; add tests; update docs; remove dead code; bump version; refactor parser; speed up search; \
rename module; handle empty input; revert change; clean up = | message subject summary title what
files int 2 90 = | files files_changed changed_files
added int 2 2000 = | insertions added lines_added plus
removed int 2 2000 = | deletions removed lines_removed minus
branch name = | branch branch_name ref
reviewer person = | reviewer approved_by reviewed_by
number int 2 9000 = | pr pull_request pr_number merge_request
repository name = | repository repo project
> commit {sha}~Author: {author} <{email}>~Date: {date}~~    {message}
> {sha} {date} {author}: {message}
> {author} pushed {sha} to {branch}: {message}
> {files} files changed, {added} insertions(+), {removed} deletions(-)
> Merge pull request #{number} from {branch}~{message}
> {author} opened #{number} in {repository}: {message}
> {reviewer} approved #{number} ({message}) by {author}
> {repository}@{sha}: {message} (+{added} -{removed})
> {date}  {author}  {message}  [{branch}]
> #{number} {message} was merged into {branch} by {reviewer}
> {sha} | {author} | {files} files | {message}
> Revert of {sha} by {author}, {date}

== build, run, job
number int 2 9900 = | build number run build_number run_id
project name = | project repository pipeline repo
branch name = | branch branch_name
status enum passed; failed; cancelled; skipped = | status result outcome state conclusion
seconds int 2 3600 = | seconds duration took duration_s elapsed
tests int 2 9000 = | tests test_count total_tests
failures int 2 90 = | failures failed_tests errors
stage of lint; compile; test; package; deploy; publish = | stage step job phase
commit hex = | commit sha revision
author person = | author triggered_by started_by who
coverage number 10 99 = | coverage coverage_percent
version version = | version release tag
> Build #{number} of {project} {status} in {seconds} s
> [{project}/{branch}] {status} after {seconds}s ({tests} tests, {failures} failures)
> Pipeline {number}: stage {stage} {status} ({commit})
> {project} {version} released from {branch} by {author}
> ===== {tests} tests, {failures} failed in {seconds}s =====
> Job {stage} of {project} ({branch}): {status}
> {author} started run {number} on {branch}, commit {commit}
> Coverage {coverage}% on {branch} ({tests} tests)
> {stage}: {status} | {seconds}s | {commit}
> Deployed {project} {version} (build {number})
> run={number} branch={branch} result={status} took={seconds}
> {number};{project};{branch};{stage};{status}

== booking, transaction, statement
date date = | date booked_on booking_date transaction_date
value date = | value_date valued_on
payee company = | payee merchant recipient counterparty to shop
amount price = | amount sum value debit transaction_amount
balance price = | balance new_balance account_balance saldo
type enum card; transfer; fee; withdrawal; deposit = | type kind booking_type category
iban iban = | iban account account_number
reference code = | reference ref transaction_id id purpose
card int 1000 9999 = | card card_last4 last_four card_ending
city city = | city place location
holder person = | holder name account_holder owner customer
> {date} {payee} {amount} {type}
> {date}  {type}  {payee} {city}  {amount}  balance {balance}
> Card ending {card}: {amount} at {payee}, {city}, {date}
> You spent {amount} at {payee}. New balance: {balance}.
> Account {iban} of {holder}: {type} of {amount}, ref. {reference}
> {date};{value};{payee};{reference};{amount}
> SEPA {type} to {payee}~IBAN {iban}~Amount {amount}~Ref {reference}
> {holder} sent {amount} to {payee} on {date}.
> Balance of {iban} on {date}: {balance}
> ATM {city} {date} {amount}, card {card}
> {type} | {amount} | {payee} | {reference} | {date}
> Received {amount} from {holder} ({reference})

== entry, event
title title = | title summary event subject what name
date date = | date day on when
start clock = | start starts begin from start_time
end clock = | end ends until to end_time
place venue = | location where place venue
organizer person = | organizer organiser host created_by by
email email = | email organizer_email contact
url url = | url link join_link meeting_link
minutes int 5 240 = | minutes duration length
guests list person = | guests attendees invited participants who
> BEGIN:VEVENT~SUMMARY:{title}~DTSTART:{date} {start}~DTEND:{date} {end}~LOCATION:{place}~END:VEVENT
> {date} {start}-{end}  {title}  ({place})
> {title}~{date}, {start} to {end}~{place}~Organizer: {organizer}
> Event: {title}~When: {date} {start}~Where: {place}~Who: {guests}
> {organizer} invited you to {title}: {date} {start} - {end}, {url}
> {start} {title} ({minutes} min) with {guests}
> {title} @ {place}, {date} {start}
> [{date}] {title} / {organizer} <{email}>
> Join {title} at {start}: {url}
> {date}: {title}, {minutes} minutes, {place}
> Guests: {guests}~{title}~{start}-{end}
> * {start} {title} - {place}

== card, contact
name person = | name full_name fn person contact who
job job = | title role job position profession
company company = | company org organisation employer firm
phone phone = | phone tel telephone work_phone
mobile phone = | mobile cell mobile_phone
email email = | email mail e_mail
street street = | street address street_address
city city = | city town locality
country country = | country
url url = | url website web homepage
note hobby = | note remark
> BEGIN:VCARD~FN:{name}~ORG:{company}~TITLE:{job}~TEL:{phone}~EMAIL:{email}~END:VCARD
> {name}~{job}~{company}~{street}~{city}, {country}
> {name} | {job} | {company} | {phone} | {email}
> {company}~{name}, {job}~T {phone}  M {mobile}~{email}~{url}
> {name} <{email}>, {company}
> {name}, {street}, {city}
> {name} - {job} - {city} - {url}
> {name}~Phone: {phone}~Mobile: {mobile}
> {company}, {street}, {city}, {country}. Tel. {phone}
> {name} ({note}), {email}, {mobile}
> FN {name}; ORG {company}; TEL {phone}; URL {url}
> {email}~{name}~{company}, {city}

== alert, alarm
name title = | alert name alert_name rule what
host host = | host server instance node machine
metric of cpu; memory; disk; latency; error_rate; queue_length; temperature = | metric measure signal indicator
value int 2 9900 = | value current reading measured
limit int 2 9900 = | threshold limit maximum
since second = | since started at fired_at
severity enum critical; warning; info; page = | severity level priority
team name = | team owner on_call squad
region of eu-west-1; us-east-1; ap-south-1; eu-north-1; sa-east-1; us-west-2 = | region zone datacenter
minutes int 2 180 = | minutes for_minutes duration
> [{severity}] {host}: {metric} is {value} (limit {limit}) since {since}
> ALERT {name}~host: {host}~{metric}: {value}~threshold: {limit}
> {host} in {region} reports {metric} {value} for {minutes} minutes
> {severity}: {name} on {host}, assigned to {team}
> {metric} on {host} above {limit}: now {value}
> FIRING {name} {severity} region={region} value={value}
> RESOLVED {name} after {minutes} min ({team})
> {since} {host} {metric}={value} limit={limit}
> {team}, please look at {host}: {metric} went to {value}.
> {name} / {severity} / {host} / {region}
> {metric} {value} > {limit} @ {host}
> {region}: {name} since {since}

== reading, measurement
sensor code = | sensor sensor_id device id probe
place venue = | place location station site
date date = | date day measured_on
time clock = | time at measured_at
temperature number 2 40 = | temperature temp temperature_c celsius
humidity int 2 99 = | humidity humidity_percent rel_humidity
pressure int 950 1049 = | pressure hpa air_pressure
wind number 2 90 = | wind wind_speed wind_kmh
battery int 2 100 = | battery battery_percent charge
rain number 2 70 = | rain precipitation rain_mm
> {sensor} {date} {time} T={temperature} H={humidity} P={pressure}
> {date} {time} {place}: {temperature} C, {humidity} %, {pressure} hPa
> Sensor {sensor} at {place}: temperature {temperature}, battery {battery}%
> {"id":"{sensor}","temp":{temperature},"hum":{humidity},"bat":{battery}}
> {place} {time}: wind {wind} km/h, rain {rain} mm
> {sensor};{date};{time};{temperature};{humidity};{pressure}
> At {time} the probe {sensor} showed {temperature} degrees and {humidity} percent.
> {temperature} C / {humidity} % / {wind} km/h ({place}, {date})
> low battery: {sensor} ({battery} %)
> {place}, {date}: {rain} mm of rain, wind up to {wind} km/h
> [{time}] {sensor}: {pressure} hPa, {temperature} C
> temp={temperature} hum={humidity} wind={wind} id={sensor}
"""
)
