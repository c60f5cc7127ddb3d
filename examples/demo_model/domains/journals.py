"""Log lines and technical notes: calls, firewalls, queries, backups, releases, outages, shifts, bugs, payments."""

from __future__ import annotations

from .compact import domains

(
    CALLS,
    CONNECTIONS,
    QUERIES,
    BACKUPS,
    RELEASES,
    OUTAGES,
    SHIFTS,
    BUGS,
    PAYMENTS,
    MAILS,
    ACCESSES,
    ASSETS,
) = domains(
    r"""
== call, task, job
caller of checkout; search-ui; mobile-api; cart; basket-web; reports; importer; crawler; kiosk; back-office; \
ticker; partner-api; newsletter; planner = caller, calling service | called_by client_service source_service
callee of pricing; stock; users; ledger; tax-engine; mail-out; pdf-maker; geo; images; vouchers; ratings; \
fraud-check; addresses; sessions = callee, called service | target_service backend downstream_service invoked_service
asked int 64 9000 = requested memory, memory request | mem_requested memory_asked_for requested_mb mem_req
used int 64 9000 = used memory, memory use | mem_used actual_memory memory_in_use used_mb peak_mb
began second = start, started | started_at start_time begin_time began_at
ended second = end, finished | finished_at end_time completed_at done_at
host host = host, machine | server node runs_on hostname
level enum INFO; WARN; ERROR; DEBUG; TRACE = level | severity log_level loglevel_name
thread name = thread | thread_name thread_id ran_in_thread
module class = module, logger | component class_name logged_by
ms int 13 9000 = duration, elapsed time | took_ms duration_ms elapsed_ms latency
insize int 20 90000 = request size, bytes in | in_bytes request_bytes bytes_received
outsize int 20 90000 = response size, bytes out | out_bytes response_bytes bytes_returned
user login = user, submitted by | user_name account login submitter
tries int 2 40 = attempts | tries attempt_count number_of_tries
trace hex = trace, trace id | correlation_id request_id trace_key
> [{began}] {level} {module} [{thread}] {caller} -> {callee} took {ms} ms
> {level} {module} - {caller} calls {callee}, {insize} bytes in, {outsize} bytes out
> {began} [start|begin] trace={trace} user={user}~{ended} [stop|done] trace={trace} {ms}ms
> Job of {user} on {host}: asked for {asked} MB, [really |actually |]used {used} MB.
> Although {user} had [reserved|ordered|requested] {asked} MB, the task never needed more than {used} MB.
> {level} | {module} | mem_req={asked}M mem_used={used}M | host={host}
> The call that {callee} received from {caller} at {began} was not answered until {ended}.
> end={ended} level={level} from={caller} to={callee} status=timeout tries={tries}
> {"start":"{began}","end":"{ended}","caller":"{caller}","callee":"{callee}","ms":{ms}}
> After {tries} [tries|attempts] {caller} gave up on {callee}[ (see trace {trace})|].
> TASK STARTED {began} | FINISHED {ended} | NODE {host} | OWNER {user}
> Killed on {host}: {used} MB in use, {asked} MB requested~[owner|submitted by] {user}
> We see {callee} being called by {caller} about once a second, [each time|always] with {outsize} bytes sent back.
> {ended} {thread} {module}: finished (started {began}), peak {used} MB of {asked} MB asked for
> [Hi|Hello] team, {callee} answers slowly: {ms} ms for a request that {caller} sent at {began}.
> Finished at {ended}, having been started at {began} by {user}.
> <{level}> req {insize} B, resp {outsize} B, {ms} ms, thread {thread}
> [{thread}] DONE {ended} rc=0 began {began} used {used}MB
- The call was made by {caller}, as the log of the caller shows.
- The service that was called is {callee}.
- [We had|The script] asked for {asked} MB of memory.
- In the end {used} MB of memory were really used.
- [It|The run] began at {began}.
- It was over, finished, done at {ended}.
- The machine that did the work was {host}.
- The user who submitted it was {user}.
- The incoming request weighed {insize} bytes.
- The answer that went out was {outsize} bytes long.
- It was tried {tries} times.
- You can follow it under trace {trace}.
- All in all that took {ms} ms.

== connection, packet, flow
src ip = source, source address | src src_ip source_ip origin_ip from_ip
dst ip = destination, destination address | dst dst_ip dest_ip target_ip to_ip
sport int 1024 65000 = source port | src_port sport spt from_port
dport int 20 9900 = destination port | dst_port dport dpt to_port target_port
inif of eth0; eth1; wan0; wan1; lan2; dmz0; guest; trunk1; ppp0; bond0; vlan12; vlan30; tun0; uplink = \
inbound interface | in_interface iif ingress incoming_interface
outif of eth2; eth3; wan2; lan0; lan1; dmz1; backbone; trunk2; ppp1; bond1; vlan40; vlan55; tun1; office = \
outbound interface | out_interface oif egress outgoing_interface
sent int 40 90000 = bytes sent | sent_bytes upload bytes_up tx_bytes
received int 40 90000 = bytes received | received_bytes download bytes_down rx_bytes
rule code = rule, rule number | rule_id policy matched_rule
proto enum tcp; udp; icmp; gre; esp = protocol | proto ip_protocol transport_protocol
wall host = firewall | firewall_name logging_host fw device_name
seen syslog = logged at | logged_at log_time event_time
mapped ip = translated address, NAT address | nat_ip public_ip mapped_to masqueraded_as
oldgate ip = old gateway, former gateway | previous_gateway gateway_before old_router_ip
newgate ip = new gateway, current gateway | gateway_now new_router_ip gateway_after
admin person = administrator | changed_by admin_name network_admin configured_by
asker person = requester | requested_by asked_for_by wanted_by
> {seen} {wall} kernel: IN={inif} OUT={outif} SRC={src} DST={dst} PROTO={proto} SPT={sport} DPT={dport}
> {src}:{sport} -> {dst}:{dport} {proto} rule {rule}
> {seen} {wall} flow: {proto} src {src} dst {dst} sent {sent} rcvd {received}
> The host {src} [tried|wanted] to reach {dst} on port {dport}.
> On port {dport} of {dst} [there was|we saw] a knock that came from {src}[ last night|].
> rule={rule} srcip={src} srcport={sport} dstip={dst} dstport={dport} in={inif} out={outif}
> {dst} was contacted by {src} ({proto}, rule {rule}).
> At the request of {asker}, {admin} opened port {dport} to {dst}.
> {admin} has added rule {rule} because {asker} needs to get to {dst}.
> We moved off {oldgate}; from [now|today] on all offices go out through {newgate}. [Changed|Set up] by {admin}.
> Default route: {newgate} [instead of|replaces] {oldgate}
> Outside, {src} shows up as {mapped}.
> NAT {src} => {mapped}, dst {dst}, via {outif}
> {"src":{"ip":"{src}","port":{sport}},"dst":{"ip":"{dst}","port":{dport}},"proto":"{proto}"}
> {seen} | {wall} | to {dst} | from {src} | {received} bytes down | {sent} bytes up
> Packets come in on {inif} and leave on {outif}. [Who set this up?|Set up by] {admin}.
> [Hi|Hello] {admin},~could you let {src} talk to {dst}? [It is for the new printer.|] Thanks, {asker}
> dst={dst} src={src} tx={sent} rx={received} rule={rule}
- The source, from which it came, is {src}.
- The destination, for which [the traffic|it] was bound, is {dst}.
- The source used port {sport} to send it.
- At the destination it was aimed at port {dport}.
- It came in by way of {inif}.
- It went out by way of {outif}.
- {sent} bytes were sent up.
- {received} bytes came back down.
- Rule {rule} [matched|applies].
- The firewall {wall} wrote this down.
- To the outside world it looked like {mapped}.
- The old gateway, no longer in use, was {oldgate}.
- The new gateway, now in use, is {newgate}.
- The change was made by {admin}, our network administrator.
- The wish came from {asker}, who asked for it on the phone.

== query, statement
base of shopdb; crm; warehouse; archive; metrics; hr_main; ledger; forum; bookings; catalog; tracking; payroll; \
games; library = database | db schema database_name db_name
table of orders; customers; invoices; line_items; stock_moves; logins; visits; messages; prices; photos; routes; \
employees; seats; ratings = table | table_name relation on_table
took number 1 90 = query time | query_seconds execution_time run_time exec_s
waited number 1 60 = lock time, lock wait | lock_seconds waited_for_lock lock_wait_s
read int 1000 99000 = rows examined | rows_read examined rows_scanned
given int 13 900 = rows returned, rows sent | result_rows returned_rows rows_out
before number 2 90 = time before, old run time | seconds_before before_index was_s before_tuning
after number 1 20 = time after, new run time | seconds_after after_index now_s after_tuning
blocker int 100 9999 = blocking session, blocker | blocking_pid holder_pid blocked_by
waiter int 100 9999 = waiting session, blocked session | waiting_pid blocked_pid victim
user login = database user | db_user run_by query_user
client ip = client address | client_ip from_client application_ip
primary host = primary, master server | primary_host leader write_node
replica host = replica, standby | replica_host follower read_node secondary
lag int 13 900 = replication lag | lag_seconds behind_s delay_of_replica
dba person = tuned by, database administrator | dba tuner optimised_by
reporter person = noticed by, complaint by | complained_first who_noticed slow_report_by
> # User@Host: {user}[{user}] @ [{client}]~# Query_time: {took}  Lock_time: {waited}  Rows_sent: {given}  \
Rows_examined: {read}
> # Query_time: {took} Lock_time: {waited} Rows_examined: {read} Rows_sent: {given}~use {base};~SELECT * FROM {table}
> LOG: duration: {took} s, of which {waited} s waiting for locks, db={base} user={user} client={client}
> To return {given} rows [it|the query] had to read {read} rows of {table}.
> Process {waiter} waits for a lock on {table}; it is blocked by process {blocker}.
> Session {blocker} holds the lock that session {waiter} [needs|is waiting for][ in {base}|].
> DEADLOCK in {base}: {waiter}, kept waiting by {blocker}, was rolled back~table: {table}
> With the new index the report on {table} runs in {after} s. It used to take {before} s.
> {dba} brought it down from {before} s to {after} s after {reporter} had complained.
> {reporter} [told|wrote to] us that {base} was slow; {dba} [added an index|rewrote the join] on {table}.
> Replica {replica} is {lag} s behind {primary}[ again|].
> Writes go to {primary}, reads are served by {replica}. [Lag|Delay]: {lag} s.
> slow_query db={base} tbl={table} t={took}s lock={waited}s scanned={read} returned={given}
> DB {base} | user {user} | from {client} | took {took} s | examined {read} | sent {given}
> {"db":"{base}","query_s":{took},"lock_s":{waited},"client":"{client}"}
> What is written on {primary} gets to {replica} {lag} s later[, which is too late for the shop|].
> before: {before} s~after: {after} s~[tuned by|tuning:] {dba}
> Thanks {dba}! The search I complained about took {before} s last week, now it needs {after} s. - {reporter}
- The database concerned is {base}.
- The slow part is the scan of {table}.
- All in all the query ran for {took} s.
- For {waited} s it just waited for a lock.
- {read} rows were read, or scanned.
- Only {given} rows came back as a result.
- Process {blocker} is [blocking the others|holding the lock].
- Process {waiter} is waiting, [stuck|blocked] behind another one.
- The statement was run as {user}.
- It was sent from {client}.
- The primary is {primary}.
- The replica is called {replica}.
- The tuning was done by {dba}, our database administrator.
- The complaint came from {reporter}, who noticed it first.

== backup, copy, nightly job
job of nightly-full; weekly-full; home-dirs; mail-store; db-dump; photos-sync; office-share; hourly-incr; vm-images; \
wiki; git-mirror; month-end; invoices; tape-run = job, job name | job_name backup_job schedule_name
src path = source path, source | source_path copied_from src_dir what_folder
dst path = target path, target | target_path copied_to dest_dir backup_folder
srchost host = source host, backed-up machine | from_host source_server saved_machine
dsthost host = storage host, backup server | to_host backup_host stored_on storage_server
began clock = start time, started | started_at begin kicked_off
ended clock = end time, finished | finished_at end completed_at
last date = last run | last_run previous_run last_success ran_on
next date = next run | next_run scheduled_for following_run due_again
copied int 13 90000 = files copied | copied_files files_saved transferred
skipped int 13 900 = files skipped | skipped_files files_left_out not_copied
raw number 20 900 = original size, uncompressed size | size_before raw_gb original_gb
packed number 2 400 = compressed size | size_after packed_gb compressed_gb archive_size
checker person = checked by | checked_by verifier restore_tester
owner person = set up by | set_up_by job_owner configured_by scheduled_by
keep int 13 400 = retention | retention_days keep_days kept_for_days
run code = run number | run_id run_no job_run
> [Backup|Job] {job} started {began}, finished {ended}: {copied} files copied, {skipped} skipped
> {copied} files went from {srchost} to {dsthost}; {skipped} were left out because they were open.
> rsync {srchost}:{src} {dsthost}:{dst}
> CRON {job}~start {began}~end {ended}~exit 0
> src={src} dst={dst} in={raw}GB out={packed}GB run={run}
> Everything under {src} is copied to {dst} every night, starting at {began}.
> {raw} GB shrank to {packed} GB[ after compression|, which is not bad].
> [In|Under] {dst} you will find a copy of {src}, [made|taken] on {last}. The next one is due on {next}.
> {last}: {job} ok ({raw} GB, packed {packed} GB). Next: {next}.
> {owner} set up the job {job}; {checker} [verifies|checks] it once a month.
> [Hi|Morning] {owner}, I checked {job}, the job you set up: it ended at {ended}, no file missing. Regards, {checker}
> The archive on {dsthost} takes up {packed} GB, although the data on {srchost} come to {raw} GB.
> {"run":"{run}","from":"{srchost}","to":"{dsthost}","copied":{copied},"skipped":{skipped}}
> BACKUP REPORT {last} | {srchost} >> {dsthost} | {began}-{ended} | kept {keep} days
> Finished at {ended} after a start at {began}. [Checked by|Verified:] {checker}
> Please note that {job} last ran on {last} and will not run again before {next}.
> Every Monday {checker} checks the copies of {src} that {owner} once [scheduled|set up].
> RUN {run} / {skipped} skipped / {copied} copied / target {dst} / source {src}
- The job is called {job} in our list of jobs.
- The source, from which files were taken, is {src}.
- The target, to which files were written, is {dst}.
- The data come from {srchost}.
- The copies are kept on {dsthost}.
- The start was at {began}.
- The end came at {ended}.
- It last ran on {last}.
- It will run again on {next}.
- {copied} files were copied and saved.
- {skipped} files were skipped or left out.
- Before compression it was {raw} GB.
- Compressed, it is {packed} GB.
- {checker} has checked the result.
- {owner} had set it up.
- We keep it for {keep} days.
? restored restore_tested is_tested
* true / A trial restore worked.
* true / We restored it to a spare machine and all was there.
* true / The restore test passed.
* true / Getting the files back was tried and went well.
* true / We have proved that it can be restored.
* true / A test restore brought everything back.
* false / Nobody has ever tried to restore it.
* false / The restore has not been tested.
* false / Whether it can be restored is unknown, as no one tried.
* false / A trial restore is still to be done.
* false / We have yet to try a restore.
* false / No test restore was made.

== release, deployment, rollout
app of billing; gatekeeper; web-shop; scheduler; mobile app; player; search; invoice-api; chat; map server; \
importer; login page; printer agent; dashboard = service, application | app component what_was_deployed program
old version = old version, previous version | from_version version_before replaced_version upgraded_from
new version = new version, current version | to_version version_now released_version upgraded_to
author person = author, developer | written_by programmer coded_by
approver person = approver, approved by | signed_off_by released_by_whom go_given_by reviewer
deployer person = deployer, deployed by | rolled_out_by installed_by operator
staged date = staging date | staged_on test_deploy_date on_staging_since
live date = live date, production date | live_on went_live production_since
start clock = start of maintenance | maintenance_start window_opens downtime_from
end clock = end of maintenance | maintenance_end window_closes downtime_until
change code = change number, change request | change_id rfc ticket
commits int 13 400 = commits | commit_count number_of_commits how_many_commits
slow int 200 4000 = latency before | latency_before_ms response_before ms_before
fast int 13 190 = latency after | latency_after_ms response_after ms_after
fixed of crash on start; wrong total; memory leak; login loop; slow export; broken link; missing icon; date format; \
double mails; lost session; empty report; typo in menu = fixed bug, fixed | bug_fixed fix corrected
added of dark mode; CSV export; two-factor login; audit log; bulk upload; search filter; French menus; spell check; \
print preview; webhooks; tags; undo = new feature, added | feature_added new_function adds
> Deployed {app} {new} (was {old})
> {deployer} [upgraded|updated|took] {app} from {old} to {new}.
> Our {app} now runs {new}; until [yesterday|then] it was {old}.
> Written by {author}, approved by {approver} and rolled out by {deployer} on {live}.
> {new} ({live})~- Added: {added}~- Fixed: {fixed}
> CHANGE {change}: {app} {old} => {new}, [window|downtime] {start} - {end}
> {approver} gave the go, so {deployer} put {new} into production on {live}.
> On staging since {staged}, live since {live}: version {new} of {app}.
> After the switch to {new} the pages load in {fast} ms, while with {old} they needed {slow} ms.
> {author}'s fix for "{fixed}" is in {new}. [Everyone|All] on {old} should upgrade.
> service={app} old={old} new={new} deployer={deployer} commits={commits}
> Between {start} and {end} the {app} will be down, since we [replace|retire] {old}.
> Good news: {added} has arrived! {author} built it, it ships with {new}.
> We got rid of {old}. [Finally|At last] {new} is out, {commits} commits by {author} and friends.
> [Hi|Hello] {approver}, do you approve? I would deploy {new} on {live}, it is on staging since {staged}. {deployer}
> {"app":"{app}","from":"{old}","to":"{new}","change":"{change}","approvedBy":"{approver}"}
> Response time: {fast} ms [today|now], {slow} ms before the release[ (change {change})|].
> {live} deploy by {deployer}: {app} -> {new}, approved by {approver}
- It [replaces|takes the place of] version {old}.
- The new version, the one we have now, is {new}.
- The code was written by {author}.
- The approval was given by {approver}.
- The deployment was carried out by {deployer}.
- It had been on staging since {staged}.
- Customers have had it since {live}.
- Maintenance begins at {start}.
- By {end} all is back.
- It is filed as change {change}.
- It is made of {commits} commits.
- The bug "{fixed}" is gone.
- What is new is {added}.
? rolled_back reverted was_undone
* true / We had to roll it back.
* true / It was taken back the same evening.
* true / After an hour we undid it all.
* true / It broke the checkout, so we went back to what we had.
* true / The rollout was reverted.
* true / In the end we restored the state from before.
* true / It had to be withdrawn.
* false / It has stayed in place since.
* false / There was no need to go back.
* false / It runs smoothly and nobody wants to undo it.
* false / No rollback was needed.
* false / All went well, it stays.
* false / It did not have to be reverted.

== incident, outage, disturbance
began clock = start, began | started_at outage_start since_when first_failure
noticed clock = noticed at, detected | detected_at alarm_time discovered_at
solved clock = resolved at, end | resolved_at restored_at back_at recovery_time
spotter person = reported by, first noticed by | reporter spotted_by alarm_raised_by discovered_by
leader person = incident leader, response lead | commander led_by coordinator incident_manager
fixer person = fixed by, repaired by | fixer solved_by mended_by
service of web shop; mail; telephone system; wifi; payment page; intranet; door system; customer portal; \
booking site; file server; search; video calls = affected service, service | what_failed system_down affected_system
cause of a full disk; an expired certificate; a cut cable; a power cut; a wrong setting; a bad update; a broken fan; \
too many visitors; a loose plug; a name server error; a stuck lock; a wrong password = cause, root cause | reason why
normal int 13 90 = normal value | normal_level usual_value baseline typical
peak int 100 9900 = peak value, peak | highest_value maximum worst_value
failed host = failed machine | failed_host broken_server culprit_host
spare host = spare machine, replacement machine | standby_host failover_to stood_in took_over
id code = incident number | incident_id case_no reference
minutes int 13 600 = downtime | downtime_minutes down_for_minutes outage_length
review date = review date, post-mortem | review_on postmortem_date lessons_meeting
> {id}: {service} down from {began} to {solved}. [Cause|Reason]: {cause}.
> TIMELINE~{began} {service} stops answering~{noticed} {spotter} raises the alarm~{solved} {fixer} brings it back
> Nobody noticed before {noticed}, although the trouble had started at {began}.
> {spotter} was the first to see it; {leader} took charge and {fixer} [fixed|mended] it.
> It was {cause} that took down the {service}[ at {began}|]. It was back at {solved}.
> Under the lead of {leader} the team found {cause}, which {fixer} put right by {solved}.
> When {failed} died, {spare} took over.
> Traffic was moved from {failed} to {spare}[ by {fixer}|].
> Error rate: {peak} at the worst moment, {normal} on a normal day.
> Usually we see {normal} errors an hour. This time it went up to {peak}.
> INCIDENT {id} | lead: {leader} | reported by: {spotter} | status: closed
> [16 mails|Many calls] came in about the {service}, the first one from {spotter} at {noticed}.
> {noticed} - alert; {began} - first failure (found later in the logs); {solved} - all clear
> {leader} invites everybody to the review of {id} on {review}.
> The {service} was gone for {minutes} minutes because of {cause}; {fixer} got it running again.
> As {spare} was standing by, the loss of {failed} cost us only {minutes} minutes.
> Dear all,~at {noticed} we were told that the {service} was not working. It works again since {solved}.~{leader}, \
incident leader
> began={began} detected={noticed} resolved={solved} lead="{leader}"
- The outage began, or started, at {began}.
- We became aware of it at {noticed}.
- Everything was fine again at {solved}.
- The first report of it came from {spotter}.
- The team was led by {leader}, who coordinated everything.
- The repair was done by {fixer}.
- The reason was {cause}.
- It peaked at {peak}.
- A normal value would be {normal}.
- The machine that failed and broke is {failed}.
- The spare that stood in for it is {spare}.
- That makes {minutes} minutes of downtime.
- The post-mortem is on {review}.
? customers_affected customer_impact outside_impact
* true / Customers felt it.
* true / Our customers could not get in.
* true / Many clients called to complain.
* true / People outside the company were hit as well.
* true / Paying customers lost data.
* true / It hurt our customers.
* false / No customer was affected.
* false / Customers did not notice a thing.
* false / Only our own staff had to wait.
* false / It stayed inside the company.
* false / Clients were spared.
* false / Nothing of it was visible to customers.

== shift, handover, watch
leaving person = outgoing engineer, handed over by | outgoing off_duty previous_on_call hands_over
coming person = incoming engineer, taken over by | incoming on_duty next_on_call takes_over
deputy person = deputy, second on call | secondary backup_person stand_in escalation_contact
start hour = shift start, start | shift_start on_call_from begins from_hour
end hour = shift end, end | shift_end on_call_until ends until_hour
pages int 13 90 = pages, alarms | alarm_count pages_received alerts_overnight
opened int 13 90 = tickets opened, new tickets | opened_tickets tickets_created came_in
closed int 13 90 = tickets closed, solved tickets | closed_tickets tickets_solved finished_tickets
watch host = machine to watch, watch | watch_host keep_an_eye_on suspicious_host
booted host = rebooted machine, rebooted | restarted_host reboot_of restarted_machine
pending code = open ticket, pending ticket | pending_ticket still_open unsolved_case
done code = closed ticket, last solved ticket | done_ticket finished_case resolved_case
phone phone = duty phone | on_call_phone duty_number hotline
email email = escalation address | escalation_email escalate_to vendor_mail
vendor company = vendor | supplier called_in external_support
visit date = vendor visit | visit_date technician_comes vendor_comes_on
> Handover {leaving} -> {coming}: {pages} pages, {opened} tickets opened, {closed} closed
> {coming} takes over from {leaving} at {start}[ and stays until {end}|].
> I'm off now. {coming} has the pager until {end}; if [nobody|no one] answers, try {deputy}. - {leaving}
> [Good morning|Hi] {coming}, I had to reboot {booted}. Over to you, please watch {watch}. [Regards,|Bye,] {leaving}
> ON CALL {start} - {end}: {coming}. Backup: {deputy}. [Phone|Tel.]: {phone}
> After {leaving} [goes home|leaves], {coming} will be on duty, with {deputy} as second.
> {done} is solved and can be forgotten. {pending} is not: {vendor} sends someone on {visit}.
> The host {booted} was restarted [twice|again]; {watch} looks strange, so keep an eye on it.
> Relieved by {coming}, {leaving} signed off after {pages} alarms and {opened} new tickets.
> NOTES OF THE NIGHT~still open: {pending}~solved: {done}~rebooted: {booted}~watch: {watch}
> Of the tickets, {closed} were closed; {opened} new ones came in.
> Who is on call? From {start} to {end} it is {coming}. Before, it was {leaving}.
> We had {pages} alarms in the shift from {start} to {end}. [Do|Please] keep watching {watch}.
> Before leaving, {leaving} asked {coming} to ring our supplier {vendor} about {pending}, which is still open.
> Call {phone} first. No answer? {deputy} is second on call; as a last resort write to {email}.
> from={leaving} to={coming} open={pending} closed={done} pages={pages}
> {coming}, you have the watch. {leaving} had it last and leaves you {pending} to solve.
> We opened {opened} tickets and closed {closed}[, says {leaving}, who has just handed over|].
- The shift was handed over by {leaving}, who goes home.
- The next on call, to take over now, is {coming}.
- The backup, or second on call, is {deputy}.
- The shift starts, that is, begins, at {start}.
- The shift ends, and is over, at {end}.
- The pager went off {pages} times.
- {opened} tickets were opened.
- {closed} tickets could be closed.
- Keep an eye on {watch}, please watch it.
- We had to restart, I mean reboot, {booted}.
- Still open, not solved: {pending}.
- Solved and closed: {done}.
- [On duty, you|You] can be reached under {phone}.
- [To escalate, write|Escalations go] to {email}.
- A technician comes on {visit}.
? quiet_shift was_quiet calm_night
* true / Nothing much happened all night.
* true / It was a calm shift.
* true / There was hardly anything to do.
* true / A quiet one, for once.
* true / I could have slept through it.
* true / All was peaceful.
* false / There was no minute of rest.
* false / It was a wild night.
* false / Alarms came in without a pause.
* false / I did not get to sit down once.
* false / We were busy from beginning to end.
* false / What a hectic shift.

== bug, crash report, defect
reporter person = reporter, reported by | opened_by found_by raised_by discovered_by
assignee person = assignee, assigned to | assigned_developer works_on_it responsible given_to
tester person = tester, verified by | qa_person retested_by checked_by confirmed_by
found version = affected version, found in | found_in_version broken_in seen_in_version
fixed version = fix version, fixed in | fixed_in_version solved_in corrected_in repaired_in
wanted of a list; a warning; an empty page; a PDF; two columns; a sum; a green tick; the start page; \
a saved file; a beep; one row; a preview = expected result, expected | should_be wanted_result expected_behaviour
got of a blank screen; a stack trace; an endless loop; a wrong date; three rows; a frozen window; a login form; \
garbage; a zero; an old copy; nothing; a red cross = actual result, observed | actual got_instead observed_behaviour
opened date = opened, created | opened_on reported_on created_at
closed date = closed, resolved | closed_on resolved_on solved_on
id code = bug number, bug | bug_id issue_no defect_no
twin code = duplicate of, original bug | duplicate_of same_as earlier_report
file file = file | source_file file_name crashed_in
line int 13 2900 = line | line_number lineno at_line
error of NullPointerException; ValueError; IOException; KeyError; TimeoutError; TypeError; SIGSEGV; SIGABRT; \
OutOfMemory; IndexError; StackOverflow; AssertionError = exception, error | exception_type error_class crash_signal
device model = device | phone_model test_device seen_on_device
users int 13 9000 = affected users | users_hit user_count affected_people
> {id}: {got} instead of {wanted}~Reporter: {reporter}~Assignee: {assignee}
> {reporter} reported {id} on {opened}; {assignee}, to whom it was given, [closed|solved] it on {closed}.
> Seen in {found}, gone in {fixed}. [Verified by|Checked by] {tester}.
> I expected {wanted} but [got|saw] {got}. [I use|This is] version {found} on my {device}. {reporter}
> {assignee} is looking into what {reporter} found: {got}, where there should be {wanted}.
> CRASH {error} at {file}:{line}~app {found}, device {device}, users {users}
> The fix that {assignee} made for {id} ships with {fixed}; {found} still has the bug.
> Closing {id}: it is the same thing as {twin}[, as {tester} found out when testing it|].
> {tester} could confirm that {assignee} has fixed what {reporter} [complained about|had seen].
> Upgrade to {fixed}, where it is fixed, if you run {found}, [or|otherwise] you may see {got}.
> [Fatal|Unhandled]: {error} in {file}, line {line} ({users} users hit, bug opened {opened})
> Opened {opened} by {reporter} | Owner {assignee} | Tested by {tester} | Closed {closed}
> Steps: open the app, press save. What should come: {wanted}. What comes: {got}.
> {"bug":"{id}","opened":"{opened}","closed":"{closed}","owner":"{assignee}","found_in":"{found}"}
> [Thanks|Thank you], {reporter}! {assignee} will take it from here[, as {id}|].
> As {reporter} reported on {opened}, {found} does not do what it should; {fixed} puts it right.
> id={id} dup_of={twin} reporter="{reporter}" qa="{tester}"
> {assignee}, please take {id}. {tester} will test it when you are done.
- It was found and reported by {reporter}.
- It was given, or assigned, to {assignee}.
- The fix was tested and verified by {tester}.
- Version {found} is affected, the bug was seen there.
- The fix came with {fixed}, it no longer happens there.
- What there should have been, as expected, was {wanted}.
- What we saw, in fact, was {got}.
- The bug was opened, or reported, on {opened}.
- The bug was closed, or solved, on {closed}.
- It had been reported before as {twin}.
- The crash happens in {file}.
- It stops at line {line}.
- {users} users ran into it.
- It was seen on the {device}.
? regression worked_before is_regression
* true / It used to work.
* true / Earlier versions were fine.
* true / This worked until the last update.
* true / It was all right before we changed the parser.
* true / That had been working for years.
* true / We broke it ourselves, it ran well in the past.
* false / It has never worked.
* false / It was wrong from the very first day.
* false / All earlier versions do the same.
* false / That part never did what it should.
* false / The flaw is as old as the program.
* false / There was no time at which this worked.

== payment, charge, transaction
payer person = payer, cardholder | customer paid_by buyer card_owner
shop company = merchant, shop | payee_company paid_to recipient seller
gross price = gross amount, charged amount | charged gross amount_charged customer_paid
fee price = fee, gateway fee | commission fee_amount processing_fee cost_of_payment
net price = net payout, payout | net_amount merchant_gets paid_out
refund price = refund, refunded amount | refunded returned_amount money_back
held second = authorised at, authorisation time | auth_time authorized_at reserved_at
taken second = captured at, capture time | capture_at captured settled_at
txn hex = transaction id | txn txn_id transaction payment_id
order code = order number | order_id shop_order order_ref
auth code = approval code | auth_code approval_no bank_approval
card int 1000 9999 = card ending, last four digits | card_last4 last4 card_no_end
bank company = issuing bank, issuer | issuer_bank card_bank bank_name
acquirer company = acquirer, acquiring bank | acquiring merchant_bank processed_by
method enum visa; mastercard; paypal; sepa; klarna; applepay = method | pay_method scheme payment_type
risk int 13 99 = risk score | fraud_score risk_points fraud_risk
due date = payout date | paid_out_on settlement_date money_arrives
> {payer} paid {gross} to {shop}; after a fee of {fee} the shop [gets|receives] {net}.
> {held} AUTH {txn} {gross} card *{card} ok~{taken} CAPTURE {txn}
> txn={txn} order={order} gross={gross} fee={fee} net={net}
> [Dear {payer},|Hello {payer},]~{shop} has sent you back {refund} of the {gross} that you paid.
> Of the {gross} charged, {fee} [stays|remains] with us and {net} goes to {shop} on {due}.
> The money was reserved at {held} and [taken|captured] at {taken}.
> REFUND {refund} to {payer} by {shop}, order {order}, orig. amount {gross}
> {shop} charged {payer}'s card {gross}, but had to give {refund} back[ a week later|].
> PAY {method} *{card} issued by {bank}, acquired by {acquirer}, gross {gross}
> {acquirer}, the bank of the shop, sent the request on to {bank}, \
which issued the card and sent code {auth} to approve it.
> "{shop}" took {gross} off my card ending in {card}. I never ordered anything there! {payer}
> {"id":"{txn}","authorized":"{held}","captured":"{taken}","amount":"{gross}","risk":{risk}}
> Payout to {shop} on {due}: {net} ({gross} less {fee} commission)
> {shop} <- {payer} | {gross} | {method} | risk {risk} | order {order}
> Not until {taken} was the payment captured that the card issuer, {bank}, had authorised at {held}.
> For order {order} {shop} [received|was credited with] {net}. Our commission: {fee}.
> The bank of the cardholder is {bank}; the bank of the shop is {acquirer}.
> {taken} captured {txn} (authorised {held}), approval {auth}, risk {risk}
- The one who paid for it is {payer}.
- The merchant, or shop, is {shop}.
- In all {gross} was charged to the card.
- We kept {fee} as our commission.
- That leaves {net} for the shop.
- A refund of {refund} was given back.
- The sum was authorised, or reserved, at {held}.
- The sum was captured, or taken, at {taken}.
- It belongs to order {order}.
- The approval code is {auth}.
- The card ends in {card}.
- The issuer of the card is {bank}.
- The acquirer, on the side of the shop, is {acquirer}.
- The payout is planned for {due}.
- Our fraud check came to {risk} points.

== message, e-mail, delivery
sender email = sender, from | from_address mail_from envelope_sender sent_by
rcpt email = recipient, to | to_address rcpt_to addressee delivered_to
forward email = forwarding address, forwarded to | forwarded_to passed_on_to alias_target
errors email = bounce address, return path | bounces_to return_path errors_to
client ip = client address | client_ip connecting_ip received_from_ip
relay ip = relay address | relay_ip next_hop_ip handed_to_ip
server host = mail server | mail_host logged_by mx_host smtp_server
queue hex = queue id | queue_id queue_no mail_id
size int 400 90000 = size | message_size size_bytes mail_bytes
limit int 90001 990000 = size limit, limit | max_size allowed_size maximum_bytes
queued syslog = queued at | queued_at accepted_at received_at
gone syslog = delivered at | delivered_at sent_at handed_over_at
delay number 1 90 = delay | delay_seconds delay_s seconds_in_queue
score number 5 30 = spam score, score | spam_points spam_value rating
bar number 1 4 = spam threshold, required score | needed_score spam_limit threshold
tries int 13 40 = delivery attempts | attempts delivery_tries times_tried
title title = subject | subject_line topic about
> {queued} {server} postfix: queued as {queue}: client={client}, from=<{sender}>, to=<{rcpt}>, size={size}
> {gone} {server} postfix: delivered {queue}: to=<{rcpt}>, relay={relay}, delay={delay}
> Message {queue} for {rcpt} was accepted from {sender}[ on {queued}|].
> To {rcpt}, from {sender}: "{title}" ({size} bytes)
> The message was queued on {queued} but did not get delivered before {gone}.
> Connect from {client}~MAIL FROM:<{sender}>~RCPT TO:<{rcpt}>~250 queued as {queue}
> X-Spam-Status: score={score} required={bar}~From: {sender}
> Spam filter on {server}: mail of {sender} scored {score}; anything above {bar} [goes to|ends in] the junk folder.
> Mail for {rcpt} is forwarded to {forward}; [errors|bounces] go to {errors}.
> {sender} wrote to {rcpt} about the {title}. [Our server|The gateway] accepted it on {queued}.
> Too big: {size} bytes, allowed are {limit} bytes, sender {sender}
> {"client_ip":"{client}","relay_ip":"{relay}","from":"{sender}","rcpt":"{rcpt}","delay":{delay}}
> After {tries} attempts we could not reach {rcpt}. The sender, {sender}, has been told.
> Whatever is sent to {rcpt} by {sender} ends up with {forward}.
> We took the mail from {client} and handed it to {relay} {delay} s later.
> ID {queue} | rcpt {rcpt} | sender {sender} | queued {queued} | delivered {gone}
> [Hi|Hello], {rcpt} says that a mail with the subject "{title}" from {sender} never came. Can you check {server}?
> Dear postmaster, your limit of {limit} bytes is too low for us. Our mail has {size} bytes.
- The sender is {sender}, from whom it came.
- The recipient, for whom it was meant, is {rcpt}.
- From there it is forwarded, that is, passed on, to {forward}.
- Bounces and errors are returned to {errors}.
- The client that connected was {client}.
- The next relay, to which it was handed, was {relay}.
- The mail server is {server}.
- It is {size} bytes long.
- No message may have more than {limit} bytes.
- It was accepted into the queue on {queued}.
- It was delivered and left us on {gone}.
- That is a delay of {delay} seconds.
- It scored {score} points as spam.
- From {bar} points on we call it spam.
- The subject was "{title}".

== access record, session
holder person = badge holder, visitor | who_entered card_holder person_admitted guest
host person = host, visited person | visits person_visited met_with escorted_by
guard person = guard | guard_on_duty doorman reception
entry of north gate; main door; garage; lobby; dock 2; west stairs; turnstile 1; cellar door; side door; roof hatch; \
tower; lift A = entrance, entry door | entered_through way_in door_in
way of south gate; back door; loading ramp; east stairs; turnstile 4; fire exit; yard; bridge; lift C; hall door; \
kitchen door; dock 7 = exit, exit door | left_through way_out door_out
came clock = time in, entered | entered_at in_at arrival admitted_at
went clock = time out, left | left_at out_at leaving_time checked_out
badge code = badge, badge number | badge_no card_id pass_number
login login = VPN user, login | vpn_user account remote_user
public ip = public address, client address | public_ip dialled_in_from real_ip remote_ip
inner ip = tunnel address, assigned address | tunnel_ip assigned_ip internal_ip vpn_ip
on second = connected, connected at | connected_at login_time session_start
off second = disconnected, disconnected at | disconnected_at logout_time session_end
admin login = changed by, administrator | changed_by admin_login granted_by who_changed_it
target login = changed account, affected account | affected_user target_account granted_to
oldrole of viewer; guest; clerk; trainee; reader; contractor; intern; helper; tester; member; applicant; temp = \
old role, former role | role_before previous_role old_group
newrole of editor; admin; auditor; manager; owner; operator; approver; supervisor; planner; lead; treasurer; root = \
new role, current role | role_now granted_role new_group
> {holder} came in through the {entry} at {came} and left by the {way} at {went}.
> BADGE {badge} IN {entry} {came} / OUT {way} {went}
> Visitor: {holder}~To see: {host}~In: {came}~Out: {went}~Guard: {guard}
> [At|Shortly after] {came} {guard} let {holder} in; {host} [had|was] already waiting.
> {host} was visited by {holder}, who stayed from {came} to {went}.
> VPN: user {login} from {public} got {inner}
> {on} vpn up user={login} peer={public} tunnel_ip={inner}~{off} vpn down user={login}
> [The account|User] {login} dialled in from {public} and was given the address {inner}.
> Session of {login}: connected {on}, disconnected {off}.
> AUDIT actor={admin} target={target} role {oldrole} -> {newrole}
> The administrator {admin} made {target}, until then {oldrole}, the new {newrole}.
> Account {target} has been promoted from {oldrole} to {newrole}. [Done by|Entered by] {admin}.
> {holder} used the {way} to leave, although {guard} had let {them} in at the {entry}.
> {went} OUT {way} badge {badge} ({holder})
> Guard {guard} here. Gate book: {holder} to see {host}, in {came}, out {went}, badge {badge}.
> {"user":"{login}","inner":"{inner}","outer":"{public}","login":"{on}","logout":"{off}"}
> Logged off at {off}. Logged on at {on}. Account: {login}. Assigned: {inner}.
> I, {guard}, was at the gate and saw {holder} go out by the {way} at {went}.
> Who gave {target} the role {newrole}? According to the trail it was {admin}[, who also took away {oldrole}|].
- The badge is held by {holder}, who was admitted.
- The host, to whom the visit was paid, is {host}.
- The guard, on duty at the gate, was {guard}.
- The way in was the {entry}.
- The way out was the {way}.
- The time of coming in was {came}.
- The time of going out was {went}.
- The badge carries the number {badge}.
- The VPN account is {login}.
- The connection came from {public}.
- Inside the tunnel the address was {inner}.
- The VPN session started at {on}.
- The VPN session ended at {off}.
- The change of rights was made by the administrator {admin}.
- The account whose rights were changed is {target}.
- The old role was {oldrole}.
- The new role is {newrole} now.

== device, unit, sensor
device model = model, device type | device_model make_and_model type_of_device
serial serial = serial number | serial serial_no sn
tag code = inventory number, asset tag | asset_tag inventory_no sticker_no
former person = former user, previous holder | previous_user used_by_before handed_in_by
holder person = current user, present holder | current_holder used_by_now issued_to in_use_by
mounted person = installed by, fitter | installed_by_whom fitter_name technician
tester person = inspected by, inspector | inspected_by calibrated_by inspector_name
bought date = purchase date, bought | bought_on purchased acquired_on
expires date = warranty end, warranty until | warranty_until warranty_expires guarantee_ends
oldroom room = old room, previous room | room_before moved_from taken_from_room
newroom room = new room, current room | room_now moved_to now_in_room
oldip ip = old address, previous IP | ip_before old_ip former_ip
newip ip = new address, current IP | ip_now new_ip changed_ip
oldware version = old firmware | firmware_before old_firmware_version updated_from
newware version = new firmware | firmware_now new_firmware_version updated_to
low number 2 14 = lowest reading, minimum | min min_value coldest lowest
high number 15 40 = highest reading, maximum | max max_value warmest highest
> The {device} (serial number {serial}) went from {former} to {holder}.
> {tag}: {device}, room {newroom} (until [May|now] in {oldroom}), user {holder}
> Since {holder} has taken it over from {former}, the {device} [stands|is] in room {newroom}.
> {former} has returned the {device}. It was issued to {holder} on the same day.
> Moved: {tag} from room {oldroom} to room {newroom}, address changed from {oldip} to {newip}
> {newip} is the address of {tag} from now on; do not use {oldip} any longer.
> BOUGHT {bought} | WARRANTY UNTIL {expires} | S/N {serial} | MODEL {device}
> As the guarantee ends on {expires} (we bought it on {bought}), {tester} [inspected|tested] the {device}.
> {mounted} installed the sensor in room {newroom}; {tester} has calibrated it.
> SENSOR {tag} min {low} max {high} firmware now {newware}
> It never got warmer than {high} or colder than {low} in room {newroom}[ all week|].
> Between {low} at night and {high} at noon: these are the extremes of {tag}.
> Firmware updated on {tag}: {newware} [in place of|instead of] {oldware}
> During the inspection {tester} found firmware {oldware} on the {device} and brought it up to {newware}.
> {"tag":"{tag}","ip":"{newip}","old_ip":"{oldip}","fw":"{newware}","old_fw":"{oldware}"}
> printer {device}, fitted by {mounted}, inspected by {tester}, [now |]at {newip}
> Hi {mounted}, the {device} you put up reads {high} at most and {low} at least. Is that right? {tester}, inspector
> [Until last week|Until May] {former} worked with {serial}; today it is {holder} who does.
> Purchased on {bought}, [covered|under warranty] until {expires}, now used by {holder}.
- The former user, who had it before, was {former}.
- The present user, who has it now, is {holder}.
- The fitter who installed it was {mounted}.
- The inspector who tested it was {tester}.
- We bought it on {bought}.
- The warranty runs out on {expires}.
- Its old place, before it was moved, was room {oldroom}.
- Its new place, where it is now, is room {newroom}.
- Before the change, its old address was {oldip}.
- After the change, its new address is {newip}.
- The old firmware, no longer in use, was {oldware}.
- The new firmware, which it runs now, is {newware}.
- The lowest value, or minimum, was {low}.
- At the most, or highest, it showed {high}.
- The sticker says {tag}.
- On the back you read the serial number {serial}.
"""
)
