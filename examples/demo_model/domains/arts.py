"""Arts and media: exhibitions, stages, films, concerts, records, books, programmes, auctions, prizes, lessons."""

from __future__ import annotations

from .compact import domains

(
    EXHIBITIONS,
    STAGES,
    FILMS,
    CONCERTS,
    RECORDS,
    PUBLICATIONS,
    PROGRAMMES,
    AUCTIONS,
    PRIZES,
    LOANS,
    INSTRUMENTS,
    LESSONS,
) = domains(
    r"""
== exhibition, show, display
painter person = painter, artist | exhibited_artist made_by works_by whose_pictures
curator person = curator | curated_by put_together_by selected_by exhibition_maker
lender person = lender, owner of the works | lent_by on_loan_from collector loaned_by
speaker person = opening speaker, speaker | speech_by opened_by_speech_of opening_address_by laudator
photographer person = photographer, photo credit | photographed_by picture_credit photos_taken_by camera
preview date = preview, private view | preview_date vernissage invited_guests_on private_viewing
opens date = opening, opening day | opens_on open_from opening_date start_date runs_from open_to_public
closes date = closing, last day | open_until closes_on closing_date end_date runs_until final_day finissage
museum of Halden Museum; Old Mint; Glass Hall; Brewery Gallery; Kunsthaus Nord; Salt Store; House of Prints; \
    Customs House; Tower Gallery; Lindgren Museum; Orangery; Print Room; Mill Museum; Stone Barn; Pavilion West \
    = museum, gallery, on show at | exhibition_venue shown_in where_to_see host_gallery
next of Portico Gallery; Weavers' Hall; Harbour Museum; Villa Aurel; Blue Depot; Rathke Museum; Old School; \
    Chapel Rooms; Art Silo; Montrose House; Ferry Sheds; Museum of Line; East Wing; Kiln Gallery \
    = next stop, next venue | travels_to goes_on_to moves_on_to second_station following_gallery
home city = home town, birthplace | born_in artist_from painters_birthplace city_of_birth native_city
where city = city, exhibition city | town place location_city held_in
full price = admission, full price | adult_ticket regular_price entry_fee standard_ticket adults_pay
reduced price = reduced admission, concession | student_ticket discounted_entry concession_price students_pay
works int 8 240 = works, number of works | pieces exhibits works_on_show how_many_works
title work = title, exhibition title | exhibition_name called show_title
> "{title}" at the {museum}. Works [by|by] {painter}, chosen by {curator}. Until {closes}.
> The {museum} shows {works} works by {painter}, all of them lent by {lender}.
> From {opens} on, the pictures of {painter} hang in the {museum}; on {closes} they come down again.
> As curator, {curator} spent two years persuading {lender} to part with the canvases that {painter} left behind.
> Dear friends of the museum,~before we let everybody in on {opens}, you may have a quiet look on {preview}. \
    {speaker} will [say a few words|give the opening speech].~{curator}, curator
> been to the {museum} today, {painter} is amazing!! go before {closes}, costs {full}, students {reduced}
> EXHIBITION | {title}~ARTIST | {painter}~CURATOR | {curator}~OPEN | {opens} to {closes}
> After [its|a long] run at the {museum}, which ends on {closes}, the show goes on to the {next}.
> Born in {home}, {painter} never had a show in {where}. {curator} has put that right with {works} pieces.
> Q: What does it cost to get in?~A: {full} for adults, {reduced} for students and pupils. We close on {closes}.
> Caption: {lender}, right, hands a canvas by {painter} to the curator, {curator}. Photo: {photographer}
> "I paint what I hear," {painter} told the guests at the {museum}, [after|once] {speaker} had opened the evening.
> Adults pay {full} and students {reduced}[, by the way|]. The doors of the {museum} are open from {opens}.
> It was not the painter, {painter}, but the curator, {curator}, who came up with the title "{title}".
> {where}: {lender} withdraws pictures. {curator} has to fill the gaps before "{title}" opens on {opens}.
> Here's what I'd do: skip the {museum} and wait till "{title}" gets to the {next}. Even the opening \
    speaker, {speaker}, said so.
> Thank you, {lender}! Without the loans from your house our {painter} room would be bare.~{curator}, curator
> Private view {preview}. Public opening {opens}. Address by {speaker}. Photographs: {photographer}.
- {curator} curated it.
- The loans come from the house of {lender}.
- The painter grew up in {home}.
- [Its next stop is|Afterwards it travels to] the {next}.
- Students get in for {reduced}.
- [An ordinary ticket costs|Adults are charged] {full}.
- The opening speech will be held by {speaker}.
- In all {works} works are on show.
- Invited guests may see it as early as {preview}.
- It can be seen until {closes}.
- All photos were taken by {photographer}.
- The rooms are in the middle of {where}.
- The public is let in from {opens}.
? guided_tours has_guided_tours tours_offered
* true / Guided tours start every hour.
* true / Our guides walk you through the rooms.
* true / You can join a guided tour.
* true / A guide shows groups around on request.
* true / Tours with a guide are part of the ticket.
* true / Book a guide at the desk.
* true / On Sundays there is a guided walk through all rooms.
* false / There are no guided tours.
* false / Nobody will guide you; you walk round on your own.
* false / Tours with a guide are not on offer.
* false / Sorry, we have no guides this time.
* false / Guided walks had to be dropped.
* false / A guide you will look for in vain.
* false / We cannot offer tours this season.

== production, play, opera, ballet
director person = director, directed by | stage_director staged_by production_by directs
writer person = playwright, author | written_by play_by dramatist who_wrote_it
composer person = composer | music_by score_by composed_by set_to_music_by
conductor person = conductor | conducted_by baton in_the_pit musical_direction
lead person = leading actor, lead | leading_role_played_by star protagonist title_role main_part_taken_by
understudy person = understudy, stand-in | substitute jumped_in covers_the_lead replacement cover
designer person = set designer | stage_design sets_by scenery_by scenographer
role of Queen Orla; the miller; Captain Reyne; the widow; Old Tomas; the innkeeper; Lady Vane; the blind clerk; \
    the jester; Doctor Parr; the swan; Prince Ivo; the ferryman; the governess; the thief; Sister Agnes \
    = role, part | character plays_whom part_played figure
premiere date = premiere, opening night | premiere_date first_night first_performance opens_on
last date = last night, final performance, closing night | last_performance final_show closes_on derniere
theatre of Globe Yard; Court Theatre; Little Opera; Old Vicarage; Playhouse; Lyric Stage; City Opera; The Shed; \
    Garden Theatre; House on the Quay; Marionette Hall; Theatre Royal; New Ballet; Black Box; Odeon Stage \
    = theatre, house | playhouse opera_house where_performed stage
afternoon clock = matinee, afternoon performance | matinee_time afternoon_show early_show
evening clock = curtain, evening performance | curtain_up evening_show late_show starts_at
stalls price = stalls, seat in the stalls | stalls_price price_stalls seat_downstairs best_seats
balcony price = balcony, seat on the balcony | balcony_price price_balcony seat_upstairs cheap_seats
title work = title, play | production_title name_of_play what_is_on called
> {director} stages "{title}" by {writer}, with {lead} as {role}.
> "{title}" opens on {premiere} at the {theatre} and [plays|runs] until {last}.
> With {lead} in bed with a fever, {understudy} had [ten minutes|half a day] to get ready for the part of {role}.
> {writer} wrote it, {director} put it on the stage, and {lead} carries the evening.
> THEATRE~{title}~Dir.: {director}~{role}: {lead} (understudy: {understudy})~Sets: {designer}
> Two chances a day: the matinee begins at {afternoon}, the evening show at {evening}. Stalls {stalls}, balcony \
    {balcony}.
> Did you hear? {lead} lost the voice in act one and {understudy} sang the rest. {conductor} was sweating in the pit!
> Last night saw the {title} of {composer} at the {theatre}. The orchestra followed {conductor}; the staging is \
    the work of {director}.
> Ladies and gentlemen, {lead} is unable to appear tonight. The part of {role} will be taken over \
    [by|by] {understudy}. We ask for your understanding.
> hi, 2 tickets pls for "{title}", balcony is fine ({balcony}), the stalls at {stalls} are too much for us
> - Curtain: {evening}~- Conductor: {conductor}~- Director: {director}~- First night: {premiere}
> A: Who [is|plays] {role}?~B: {lead}. And if {lead} falls ill, {understudy}.
> What {composer} set to music, {designer} has put into pictures, and {conductor} holds it all together.
> The premiere on {premiere} was no fun for the author, {writer}: the director, {director}, had cut half of \
    the text.
> If you miss {last} you miss it for good: that is when the {theatre} plays "{title}" for the last time.
> {title}, {premiere}: sold out. {title}, {last}, closing night: a few seats left on the balcony, {balcony}.
> I was to [stand in|be the stand-in] for {lead}, said {understudy}, and then our director, {director}, gave me \
    {role} for good.
> For the {theatre}, {designer} built a stage of ice. {director}, the director, [bowed|took a bow] too.
- The music is by {composer}.
- The sets were [designed|built] by {designer}.
- {understudy} is ready to jump in.
- The baton is in the hands of {conductor}.
- On the balcony you pay {balcony}.
- A seat in the stalls is {stalls}.
- In the afternoon the curtain rises at {afternoon}.
- In the evening they begin at {evening}.
- The final performance is on {last}.
- It had its first night on {premiere}.
- It is all based on a play by {writer}.
- [The direction lies with|The staging is by] {director}.
- You can see it at the {theatre}.
- The leading role is [played|taken] by {lead}.
? reception critics verdict_of_critics
* praised / The critics loved every minute.
* praised / The papers were full of praise.
* praised / Reviewers stood up and clapped.
* praised / Five stars in every newspaper.
* praised / No critic had a bad word for it.
* praised / The reviews could not have been better.
* praised / The press was delighted.
* panned / The critics tore it to pieces.
* panned / The papers called it a waste of an evening.
* panned / Reviewers walked out at the interval.
* panned / One star, said every newspaper.
* panned / Not one critic had a kind word.
* panned / The reviews were devastating.
* panned / The press hated it.
* mixed / The critics could not agree.
* mixed / Some papers cheered and others yawned.
* mixed / The reviews were mixed.
* mixed / Half of the critics loved it and the other half did not.
* mixed / Three stars here, one there, five elsewhere.
* mixed / Opinion in the press was divided.
* mixed / Praise and blame balanced each other.

== film, movie, series, documentary
director person = director, film-maker | directed_by directs shot_by_director behind_the_camera
writer person = screenwriter, screenplay | written_by script_by scriptwriter wrote_the_script
lead person = lead, leading actor | starring main_actor main_star plays_the_lead star
dropped person = first choice, originally cast | replaced_actor was_to_play dropped_actor recast_from left_the_cast
producer person = producer | produced_by producer_name financed_by money_man
novelist person = author of the novel, novelist | based_on_book_by novel_by source_author book_author
shooting date = first day of shooting, shooting starts | shooting_start filming_begins cameras_roll_on
cinema date = cinema release, in cinemas from | cinema_date theatrical_release big_screen_from in_cinemas
streaming date = streaming release, online from | streaming_date streams_from available_online home_release
set city = setting, set in | story_takes_place_in plot_city fictional_place where_it_plays
filmed city = filming location, place of filming | filmed_in shooting_location shot_in made_in_city
budget int 1 290 = budget in millions, cost in millions | budget production_cost spent_millions
gross int 1 950 = takings in millions, box office | gross box_office_millions earned_millions revenue
working work = working title | former_title first_called project_name
title work = title, final title | film_title released_as film_name name
platform name = streaming service, platform | streams_on streaming_platform watch_online_at
> {director} directs, {writer} wrote the script, and the money comes from {producer}.
> "{title}" was shot in {filmed}, although the story takes place in {set}.
> {lead} [has replaced|takes over from] {dropped} in {director}'s new film.
> In cinemas {cinema}. On {platform} from {streaming}.
> It cost {budget} million and took in {gross} million: {producer} has [every|good] reason to smile.
> The film that used to be called "{working}" will reach the screens as "{title}" on {cinema}.
> NOW FILMING - working title: {working} - location: {filmed} - dir. {director} - with {lead}
> First {dropped} was to play the part, then there was a quarrel with the director, {director}, and now it is \
    {lead} who plays it.
> Freely after the novel by {novelist}, {writer} has written a screenplay which moves the plot to {set}.
> omg "{title}" is finally coming!! {cinema} at the movies, {streaming} on {platform}. {lead} is in it
> Interviewer: Why {filmed}? The film is set in {set}.~{director}, director: [It was cheaper|We got a better light].
> Cameras start rolling on {shooting}; {producer} wants the finished film in the cinemas on {cinema}.
> On a budget of {budget} million, {director} made a film that earned {gross} million worldwide.
> Cast: {lead}~Script: {writer}~Based on a book by: {novelist}~Director: {director}~Producer: {producer}
> {novelist} hated what {writer} had made of the book. {director}, caught in the middle, went on filming in {filmed}.
> Don't mix them up: I wrote it, {director} filmed it, and {producer} paid for it. Yours, {writer}
> When {dropped} walked out a week before {shooting}, the first day of filming, the leading role went to {lead}.
> For those who cannot wait until {streaming}, when {platform} has it, there's the big screen from {cinema} on.
- It was filmed in {filmed}.
- The plot unfolds in {set}.
- It is based on a novel by {novelist}.
- The script was written by {writer}.
- The producers spent {budget} million on it.
- At the box office it made {gross} million.
- The part was first meant for {dropped}.
- During the shoot it was known as "{working}".
- You can stream it from {streaming}.
- Filming [begins|starts] on {shooting}.
- The leading part went to {lead}.
- [The producer is|It is produced by] {producer}.
- It comes to the cinemas on {cinema}.
- If you prefer your sofa, {platform} has it.

== concert, gig, tour date
headliner name = headliner, main act | band top_of_the_bill headlining_band star_act who_plays
support name = support act, opening act | support opener warm_up_band supporting_band plays_first
singer person = singer, lead singer | vocalist frontman voice sings vocals
drummer person = drummer | on_drums drums_played_by percussion
substitute person = substitute drummer, stand-in | replacement_drummer fills_in sits_in guest_drummer
promoter company = promoter, organiser | promoted_by tour_promoter presented_by concert_agency
doors clock = doors | doors_open admission_from let_in_at entrance_from
begins clock = start of the concert, stage time | show_time starts_at on_stage_at music_from
old date = original date | old_date first_planned_for was_scheduled postponed_from cancelled_date
new date = new date | rescheduled_to postponed_to replacement_date now_on
advance price = advance ticket, presale | presale_price in_advance advance_price early_ticket
door price = door price, box office price | price_at_the_door on_the_night box_office evening_ticket
hall of Rail Depot; Blue Cellar; Town Arena; Salt Factory; Cactus Club; Moon Hall; Riverside Tent; St Anne's Church; \
    The Lantern; Velodrome; Union Hall; Jazz Loft; Open Air Stage; Cable Works; Kettle Club \
    = hall, present venue | concert_hall new_venue current_venue moved_into takes_place_at
former of Tin Shed; Corn Exchange; Palace Ballroom; Dockside Bar; Ice Rink; Students' Union; Gasworks; Barn Club; \
    Market Hall; Old Stables; Civic Centre; Bunker; Rooftop Stage; Grand Cafe \
    = original venue, former hall | old_venue moved_from first_venue was_planned_at
encore work = encore, last song | final_song played_last closing_number
first work = first song, opening number | opener_song began_with played_first_song set_opener
> {headliner}, supported by {support}. Presented by {promoter}. Doors {doors}, music {begins}.
> The concert planned for {old} has been put off until {new}. Tickets remain valid.
> Because of the [huge|great] demand we have moved {headliner} out of the {former} and into the {hall}.
> Tickets: {advance} if you buy now, {door} if you wait till the night.
> Nobody knew {support}, who were on first. By the time {headliner} came on, everybody did.
> {drummer} has broken a wrist; until further notice {substitute} [plays|sits] behind the drums of {headliner}.
> they opened with "{first}" and the encore was "{encore}", {singer} was hoarse but who cares
> LIVE!~{headliner} + {support}~{new} (not {old})~{hall} (not {former})
> "We let you in at {doors}," writes {promoter}, "but nobody will play a note before {begins}."
> Dear ticket holder,~{headliner} cannot play on {old}. [We are happy to say that there is|There will be] another \
    concert on {new}.~{promoter}
> When {singer} sang "{encore}" as the very last song, even {drummer} put down the sticks and listened.
> You pay {door} at the door. Had you come to us before, it'd have been {advance}, said the woman from {promoter}.
> A: Isn't {headliner} at the {former}?~B: Not any more, it's the {hall} now, same day.
> I sit behind the drums of {headliner} while {drummer}, their drummer, is on leave. My name is {substitute}.
> Before {headliner} there will be half an hour of {support}. We start at {begins}; the doors open at {doors}.
> From "{first}", with which they began, to "{encore}", after which the lights went on: what a night with {singer}!
> {promoter} presents | {headliner} | special guests: {support} | presale {advance} | box office {door}
> Set list of {headliner} (voice: {singer})~opened with: {first}~encore: {encore}
- {support} will open the evening.
- {singer} sings.
- {drummer} is on drums.
- The first note is played at {begins}.
- You may come in from {doors}.
- [At the box office|On the night] a ticket is {door}.
- In advance tickets cost {advance}.
- First it was to take place at the {former}.
- It now takes place at the {hall}.
- The new date is {new}.
- Originally it was planned for {old}.
- The organiser of the concert is {promoter}.
- The encore was "{encore}".
- [They began|The evening began] with "{first}".
? sold_out is_sold_out no_tickets_left
* true / Every ticket has gone.
* true / It is sold out.
* true / We have nothing left to sell.
* true / Sorry, there are no tickets any more.
* true / Not a single seat is free.
* true / The last tickets went this morning.
* true / You can only hope that somebody returns a ticket.
* false / There are still tickets.
* false / Plenty of seats are left.
* false / You can still get in.
* false / It is not sold out yet.
* false / Tickets are still to be had.
* false / Half of the hall is still empty.
* false / A good many places are free.

== record, release, recording
singer person = singer, recording artist | artist sung_by vocals_by performer sings_it
songwriter person = songwriter | written_by words_and_music_by lyricist composed_by penned_by
producer person = producer | produced_by recorded_with at_the_desk record_producer
cover person = cover artist, covered by | cover_version_by sung_again_by later_version_by new_version_by
sleeve person = sleeve designer, cover design | artwork_by sleeve_art designed_the_cover cover_picture_by
label company = label, record company | current_label released_on_label signed_to new_label
old_label company = former label, previous label | old_label left_label earlier_record_company used_to_be_with
album work = album, album title | record_title lp_name on_album long_player
single work = single, song | song_title first_single track single_name
previous work = previous album, last album | previous_record album_before predecessor_album record_before_this
single_out date = single release, release of the single | single_date single_released song_out_on
album_out date = album release, release of the album | album_date album_released record_out_on
recorded city = recorded in | recording_city studio_city taped_in studio_location
mixed city = mixed in | mixing_city final_mix_in mixed_at_city
vinyl price = vinyl, vinyl price | lp_price price_on_vinyl record_price
download price = download, download price | digital_price price_of_download files_cost
> "{single}" was written by {songwriter} and sung by {singer}.
> {singer} has left {old_label} and signed with {label}.
> First the single, "{single}", on {single_out}; then, on {album_out}, all of "{album}".
> Most people know the song from {cover}. Few remember that {singer} sang it first.
> Recorded in {recorded}, mixed in {mixed}, "{album}" sounds like neither of the two.
> {singer} - {album} ({label})~produced by {producer}~sleeve: {sleeve}
> Where "{previous}" was loud, the new record "{album}" is quiet. That's the doing of {producer}, who \
    produced it, not of {singer}.
> vinyl {vinyl}, download {download}. I took the download, my turntable is broken
> "I had given the song to {singer}," {songwriter} recalls, "and ten years later {cover} turns it into a hit."
> {label} is proud to announce that {singer}, until now with {old_label}, has come on board.
> At a kitchen table {songwriter} wrote the song that {singer} would sing to millions. It was \
    {producer} who produced the record.
> On {album_out} {label} brings out "{album}", the successor to "{previous}".
> Listen to "{single}" from {single_out}. You'll have to wait for the album until {album_out}.
> OUT NOW | {album} | {singer} | LP {vinyl} | files {download}
> The cover shows a horse; {sleeve} drew it. What's inside was written by {songwriter} and sung by {singer}.
> We flew to {recorded} for the recordings, says the producer, {producer}, but the mix was done in {mixed}.
> Why did {cover} choose a song of {singer}'s? Because the producer, {producer}, asked for \
    it, so it was [decided|settled] in five minutes.
> Sure, {singer} sings it. But it's {songwriter} who gets the royalties, and {label} that takes the rest.
- The words and the music are by {songwriter}.
- It was recorded in {recorded}.
- The final mix was made in {mixed}.
- On vinyl it costs {vinyl}.
- As a download you get it for {download}.
- The sleeve was designed by {sleeve}.
- The producer was {producer}.
- {cover} has sung a cover version of it since.
- The album before it was "{previous}".
- The album comes out on {album_out}.
- The single has been out since {single_out}.
- Until last year the singer's label was {old_label}.
- It has been released on {label}.

== book, novel, comic
author person = author, writer | written_by novelist book_by wrote_it
translator person = translator | translated_by in_the_translation_of translation
illustrator person = illustrator, drawings | illustrated_by drawn_by pictures_by artist
editor person = editor | edited_by copy_editor looked_after_the_text manuscript_editor
dedicatee person = dedicated to, dedicatee | dedication book_is_for written_for
reviewer person = reviewer, critic | reviewed_by review_author who_reviewed
title work = title, English title | book_title published_as title_of_translation name
original work = original title | original_name title_in_original first_title
source language = original language, translated from | source_language written_in language_of_original
target language = translated into | target_language language_of_translation into_which_language
publisher company = publisher, publishing house | published_by current_publisher imprint brought_out_by
refused company = turned down by, publisher that declined | rejected_by said_no declined_by
hardback price = hardback, hardback price | hardcover_price bound_copy cloth_edition hardcover
paperback price = paperback, paperback price | softcover_price pocket_edition softcover paper_cover
hard_out date = hardback publication, hardback date | hardback_out hardcover_out first_edition_date
soft_out date = paperback publication, paperback date | paperback_out pocket_edition_date softcover_date
> "{title}" by {author}, translated by {translator}. {publisher}, {hardback} in hard covers.
> {translator} has carried the novel over from {source} into {target}.
> {author} writes, {illustrator} draws.
> Turned down by {refused}, the manuscript of {author} found a home at {publisher}.
> The hardback ({hardback}) comes out on {hard_out}, the paperback ({paperback}) on {soft_out}.
> In the original, which is in {source}, it's called "{original}"; over here it is sold as "{title}".
> Dear {author},~we have read your manuscript with [pleasure|care]. {editor} would like to work with you \
    on the text.~{publisher}
> "For {dedicatee}" is all it says on the first page of the book that made {author} famous.
> {reviewer} on {author}: "[I could not put it down|A page turner]."
> Can't decide: bound for {hardback} or soft cover for {paperback}? Inside it's the same text[, {title}|].
> Text: {author}~Drawings: {illustrator}~Editor: {editor}~Translation: {translator}
> The pictures, says {reviewer}, are better than the story: {illustrator} saves what {author} has spoiled.
> {refused} said no, and said so twice. {publisher} took the book, and {editor} cut a third of it.
> My comic is out!! i did the story, {illustrator} did the drawings, {paperback} in soft cover, published by \
    {publisher}. - {author}
> Without {translator}, nobody who doesn't read {source} would know {author}.
> Both my editor, {editor}, and {dedicatee}, to whom the book is dedicated, told me to change \
    the title.~({author}, author, in an interview)
> NEW IN: {title} (orig. {original})~AUTHOR: {author}~PUBLISHED BY: {publisher}~HARDBACK: {hardback}
> {author} never met {translator}, who turned "{original}" into "{title}".
> From {hard_out} in hard covers; whoever can wait till {soft_out} gets it as a paperback.
- The illustrations are by {illustrator}.
- It was translated by {translator}.
- It is [dedicated to|meant as a present for] {dedicatee}.
- The original was written in {source}.
- It has now been put into {target}.
- The original title is "{original}".
- A hardback copy costs {hardback}.
- The paperback sells for {paperback}.
- {refused} did not want it.
- It was published by {publisher}.
- The text was edited by {editor}.
- {reviewer} reviewed it for the paper.
- The paperback will follow on {soft_out}.
- In hard covers it is out on {hard_out}.

== episode, programme, podcast, broadcast
host person = host, presenter | hosted_by interviewer presented_by asks_the_questions moderator
guest person = guest, interviewee | interviewed talks_to in_the_studio studio_guest answers
next_guest person = next guest, next week's guest | next_weeks_guest guest_in_next_episode upcoming_guest
former_host person = former host, previous presenter | used_to_present host_before handed_over_by old_host
sound person = sound engineer, sound | sound_by mixed_by audio_engineer at_the_controls
recorded date = recorded on, recording date | recorded taped_on recording_day conversation_took_place
aired date = first broadcast, on air | aired_on broadcast_date goes_out release_date first_shown
repeat date = repeat, rerun | repeated_on repeat_date shown_again second_broadcast
starts clock = starts, beginning | starts_at from_time begins_at on_from start_time
ends clock = ends, end of programme | ends_at until_time over_at finishes
channel of Radio Nova; Channel Six; Coast FM; TV North; Radio Garden; City Voice; Culture One; Arte Sud; Wave 3; \
    Public Radio East; Kino Plus; Signal TV; Radio Lantern; Home Channel; Channel Green \
    = channel, station | shown_on broadcaster station_name current_channel
left of Metro TV; Radio Delta; Channel Twelve; Sky Radio; Studio K; Radio Harbour; Prime Two; Open Channel; \
    Radio Zenit; Telemax; Gold FM; Tele Ouest; Vista; Radio Four Winds = former channel, old station \
    | former_station moved_away_from was_shown_on channel_before
programme work = programme, show | programme_name series_title whats_on show_name
dropped work = cancelled programme, dropped show | replaced_programme makes_way taken_off not_shown
sponsor company = sponsor | sponsored_by paid_for_by advertiser supported_by
topic of bees; old maps; the price of bread; sleep; lost languages; bridges; chess; salt; tax havens; lullabies; \
    lighthouses; twins; the deep sea; forgery; silence; street names; volcanoes; handwriting; rumours; allotments \
    = topic, theme | about subject_of_talk talked_about what_about
> In this episode {host} talks to {guest} about {topic}.
> {starts} {programme}~{ends} News~(instead of "{dropped}")
> I'm {host}, and with me in the studio is {guest}. Next week I'll be talking to {next_guest}.
> {channel} shows "{programme}" from {starts} to {ends}.
> Recorded on {recorded}, broadcast on {aired}, [and|and then] repeated on {repeat}.
> {host} [has taken|takes] the microphone from {former_host}, who presented "{programme}" for years.
> "{programme}" moves from {left} to {channel}. {host} stays.
> After the accident {channel} took "{dropped}" out of the schedule at short notice and put on "{programme}".
> Missed it on {aired}? You get a second chance on {repeat}, same channel ({channel}).
> {host}: Why {topic}?~{guest}: [Somebody had to|Why not].~(sound: {sound})
> This week: {guest}. Next week: {next_guest}. As ever: {host}.
> we taped the interview with {guest} on {recorded} but it won't go out before {aired}. {sound} still has to cut it
> Interviewed by {host}, {guest} admitted [at last|for once] to knowing nothing of {topic}.
> Thanks to {sponsor} for making this episode possible, to {guest} for coming, and to {sound} for the good \
    sound. - {host}, your host
> Listeners who tuned in to hear {former_host} were greeted by a new voice, that of {host}.
> PODCAST | {programme} | GUEST | {guest} | HOST | {host} | OUT | {aired}
> Viewers of {left} must look for "{programme}" elsewhere: from now on it's {channel} that broadcasts it.
> Switch on at {starts}. It will all be over by {ends}. {guest} answers your questions about {topic}.
> Who's on after {guest}? In the following episode it's {next_guest}, dear listeners.
- It is hosted by {host}.
- The guest was {guest}.
- The next one will be with {next_guest}.
- It will be repeated on {repeat}.
- The interview had been recorded on {recorded}.
- You could first hear it on {aired}.
- "{dropped}" is dropped for it.
- {former_host} was the host before.
- {sponsor} [sponsors|pays for] the show.
- The sound was in the hands of {sound}.
- It [finishes|is over] at {ends}.
- It begins at {starts}.
- It can be heard on {channel}.
- It used to be on {left}.
- The talk was about {topic}.
? live is_live broadcast_live
* true / It goes out live.
* true / You hear it as it happens.
* true / This is a live broadcast.
* true / We are live, so anything can happen.
* true / Nothing is cut, nothing is taped: it is live.
* true / It is sent live from the studio.
* true / Call us now, we are on air live.
* false / It is not live.
* false / It was taped beforehand.
* false / You hear a recording.
* false / The conversation was recorded and cut.
* false / What you hear comes from tape.
* false / None of it is live.
* false / It was made in advance.

== lot, work of art
painter person = painter, artist | painted_by work_by hand_of picture_by
seller person = seller, consignor | sold_by consigned_by brought_in_by owner_until_sale previous_owner
buyer person = buyer, winning bidder | bought_by new_owner highest_bidder went_to purchaser
loser person = underbidder, losing bidder | outbid second_highest_bidder lost_to_buyer gave_up
sitter person = sitter, person portrayed | model portrait_of shows_whom face_in_picture
low price = low estimate, lower estimate | estimate_from lowest_estimate estimated_at_least
high price = high estimate, upper estimate | estimate_to top_estimate estimated_at_most
start price = starting bid, opening bid | starting_price first_bid bidding_began_at
hammer price = hammer price, winning bid | sold_for knocked_down_at final_bid price_realised
fee price = premium, commission | buyers_premium surcharge auction_fee
earlier price = bought for, earlier price | purchase_price_then paid_years_ago cost_seller old_price
viewing date = viewing, viewing day | viewing_date can_be_inspected on_view preview_day
sale date = auction date, day of sale | auctioned_on sale_date under_the_hammer bidding_day
lot int 1 480 = lot, lot number | lot_no number_in_catalogue catalogue_number
title work = title of the work, picture | work_title name_of_picture painting
house company = auction house | auctioned_at saleroom sold_through house_name
> Lot {lot}: {painter}, "{title}". Estimate {low} to {high}.
> {seller} sold the picture to {buyer} for {hammer}.
> Bidding opened at {start} and ended at {hammer}, when {loser} shook the head and {buyer} did not.
> A portrait of {sitter} by {painter} comes under the hammer on {sale}. You may inspect it on {viewing}.
> {buyer} has outbid {loser}. The canvas, [brought in|put up] by {seller}, fetched {hammer}.
> "Going, going, gone," and {seller}, who had sold, was {hammer} the richer, {buyer} the proud owner.
> Bought for {earlier} by {seller} long ago, "{title}" has now changed hands for {hammer}.
> RESULTS~lot {lot}~hammer {hammer}~premium {fee}~buyer {buyer}
> Dear {buyer},~you have been successful in our sale of {sale}. To your bid of {hammer} we add our \
    premium of {fee}.~{house}
> It's {painter} who painted it, {sitter} who sat for it, {seller} who no longer wants it. Bids from {start}.
> cousin {seller} is selling the thing, cost him {earlier} back then!! at {house} they say {low} at least, {high} at \
    most
> Expected to bring between {low} and {high}, the drawing went to {buyer} for {hammer}.
> Q: When can I see lot {lot}?~A: On {viewing}, all day. It will be auctioned on {sale}.
> {loser} went up to the limit. One nod later the work belonged to {buyer}; \
    {house} had rarely seen such a duel.
> Some say the painter, {painter}, can be seen in the mirror. {house} sells it as a portrait of {sitter}.
> Owner until the auction on {sale}: {seller}. Owner ever since: {buyer}. Outbid: {loser}.
> I stopped at the third bid; {buyer}, three rows behind me, didn't. So "{title}" by {painter} was \
    not to be mine. ({loser})
> Nobody offered more than {start}, the opening bid, for lot {lot}, though {house} had hoped for {high}.
- It was consigned by {seller}.
- The new owner is {buyer}.
- The underbidder was {loser}.
- It was knocked down at {hammer}.
- On top of that came a premium of {fee}.
- The first bid was {start}.
- [It shows|The face is that of] {sitter}.
- The experts had put the upper limit at {high}.
- The experts thought it would bring at least {low}.
- In those days the seller had paid {earlier} for it.
- It was catalogued as lot {lot}.
- The auction is held on {sale}.
- It is on view on {viewing}.
- The auction was held by {house}.
? authentic is_genuine original_work
* true / It is genuine beyond doubt.
* true / The signature is authentic.
* true / Two experts have confirmed that it is an original.
* true / It comes with a certificate of authenticity.
* true / No copy, no fake: the real thing.
* true / The laboratory found nothing that speaks against its being genuine.
* true / That the work is authentic is not disputed.
* false / It turned out to be a forgery.
* false / It is a copy, not the original.
* false / The signature is a fake.
* false / Experts agree that it is not genuine.
* false / The laboratory found a paint that did not exist then, so it is a fake.
* false / A clever imitation, no more.
* false / The certificate was forged, and so was the work.

== prize, award, festival, competition
winner person = winner, first place | won_by laureate came_first awarded_to prize_winner
second person = runner-up, second place | came_second second_prize_winner silver defeated
former person = last year's winner, previous winner | previous_laureate defending_champion won_last_time
jury person = head of the jury, jury president | jury_chair chaired_by foreman_of_jury jury_leader
presenter person = presented by, handed over by | handed_over award_presenter gave_the_prize trophy_from
founder person = founder, donor | founded_by prize_founder endowed_by money_given_by
won work = winning work | winning_film won_with best_work awarded_work prize_winning_title
lost work = second work, work in second place | runner_up_work lost_with beaten_work silver_work
first price = first prize money, prize money | first_prize_sum winner_gets purse
consolation price = second prize money | second_prize_sum runner_up_gets consolation_prize second_purse
deadline date = deadline for entries, entry deadline | entries_by closing_date submit_until submission_deadline
ceremony date = ceremony, award ceremony | ceremony_date awarded_on gala prize_giving
begins date = festival opening, first festival day | festival_start festival_begins opening_day
ends date = end of the festival, last festival day | festival_end festival_closes closing_day
prize of Golden Heron; Silver Lens; Amber Quill; Crystal Reel; Iron Pen; Blue Camera; Stone Lyre; Paper Crown; \
    Bronze Mask; Glass Slipper; Great Reading Award; First Frame; Black Swan Prize; Ivory Key; Red Curtain; \
    Pixel Prize = prize, award | award_name prize_name trophy honour
held city = host city, festival city | held_in takes_place_in festival_town
> The {prize} goes to {winner} for "{won}".
> {winner} has beaten {second}. "{won}" was a bare two votes ahead of "{lost}".
> {jury}, who [headed|presided over] the jury, read out the name; {presenter} handed over the trophy to {winner}.
> Send us your work by {deadline}. The prizes are given out on {ceremony}.
> {winner} gets {first}, {second} has to make do with {consolation}.
> A year ago it was {former} who took home the {prize}. Tonight it's {winner}.
> The festival begins in {held} on {begins} and closes on {ends}.
> Short list, {prize}: {second} (second), {winner} (first). Jury: {jury} and others.
> Dear {winner},~the jury has decided to award you the {prize} for "{won}". The ceremony is on {ceremony}.~{jury}
> omg I came SECOND!! "{lost}" got {consolation}!! congrats to {winner} who won the thing - your {second}
> In memory of a daughter who loved pictures, {founder} founded the {prize}, [which is|to be] awarded on {ceremony}.
> Winning brings {first}, and even to come second is worth {consolation}. Enter by {deadline}!
> "I never thought that 'my {won}' would stand a chance against {second}," said {winner} in {held}.
> Loudest of all clapped {former}, the winner of last year, when {winner} received the {prize}.
> 1st: {winner}, {won}, {first}~2nd: {second}, {lost}, {consolation}
> After {begins}, when the curtain goes up on the first film, the town sleeps little until \
    {ends}, when the last one is shown.
> Beaten by "{won}", "{lost}" still won the hearts of the audience; {second} [smiled|took it with a smile].
> Rules: entries close {deadline}, the winner gets {first}, the decision of {jury} (head of jury) is final.
> Photographer {winner} [won|has won] in {held}. {presenter} gave a short speech and handed over the {prize}.
- {second} came second.
- The winner is {winner}.
- Last year {former} had won.
- {jury} was head of the jury.
- The prize was presented by {presenter}.
- First prize is worth {first}.
- The second prize comes with {consolation}.
- Entries are accepted until {deadline}.
- The award will be given at a ceremony on {ceremony}.
- The work in second place was called "{lost}".
- The festival starts on {begins}.
- The last festival day is {ends}.
- The prize was founded by {founder}.
- The whole thing is held in {held}.

== library book, borrowed book
borrower person = borrower, reader | borrowed_by lent_to card_holder library_user taken_out_by
waiting person = next reader, reserved for | reserved_by waiting_list requested_by held_for on_hold_for
librarian person = librarian | library_employee staff_member librarian_on_duty librarian_name
donor person = donor, given by | donated_by gift_of present_from
author person = author | written_by book_by writer
book work = book, title | borrowed_title item what_was_borrowed
instead work = substitute, book offered instead | alternative_title suggested_instead second_choice
out date = loan date, date of loan | borrowed_on taken_out issued_on lent_on checked_out
due date = due date, due back | return_by bring_back_by lent_until
renewed date = renewed until, new due date | extended_to renewal_date extension_until prolonged_to
back date = date of return, return date | returned_on brought_back checked_in came_back_on
fine price = fine, overdue fee | late_fee penalty charge_for_delay overdue_charge
lost price = replacement cost, charge for loss | pay_if_lost price_of_new_copy cost_of_replacement
copy serial = copy number, shelf mark | copy_id barcode call_number accession_number
branch of Main Library; North Branch; Station Library; Mill Lane; Castle Hill; Bus Library; Market Branch; \
    Music Library; Docks Branch; Abbey Reading Room; Southfield; Children's Library; Law Library; Old Town \
    = branch, lending branch | borrowed_at issuing_branch taken_out_at library_branch
return of West Branch; Bridge Street; Book Drop; Central Desk; Park Library; University Library; Town Archive; \
    Quay Library; Hillside; Elm Road; Depot; Harbour Branch; School Library; Reading Cafe \
    = return branch, place of return | bring_back_to return_to drop_off receiving_branch
> {borrower} took out "{book}" on {out} and has to bring it back by {due}.
> Dear {borrower},~"{book}" was due on {due}. The fine so far is {fine}.~{librarian}, librarian
> "{book}" is out at the moment: {borrower} has it. {waiting} gets it next.
> Picked up at {branch}, handed in at {return}: [with us|here] that is no problem.
> {librarian} lent {borrower} the novel that {waiting} had been waiting for since spring.
> You asked for "{book}", which somebody else has. May we offer you "{instead}"?
> LOAN SLIP~Reader {borrower}~{book} ({copy})~Out {out} / Due {due}
> I know, I know, it was due {due}! I brought it back on {back}. Must I really pay {fine}? - {borrower}
> Renewed! "{book}" was due back on {due}; you may now keep it until {renewed}.
> Donated [by|by] {donor}, written [by|by] {author}, and read to pieces by {borrower}: our copy of "{book}".
> If it is late you pay {fine}; if it's gone for good, {lost}.
> {waiting} asked at the desk why {borrower} was allowed to keep the book till {renewed}. "Because I \
    extended it," said {librarian}, the librarian.
> {out}: lent to {borrower}. {back}: returned[, slightly damp|]. {waiting}, who is next, has been told.
> A: Is the book by {author} back yet?~B: No, {borrower} has got it till {due}.
> hey {waiting}, the book you reserved is back!! {borrower} brought it on {back}, says {librarian} from the library
> The shelf mark is {copy}. It was lent out at {branch}, and the place to which it must be returned is {return}.
> When {donor} gave us a whole shelf, our librarian {librarian} entered every single volume, "{book}" among them.
> For bringing back "{book}" on {back} rather than on {due}, as was agreed, {borrower} owes {fine}.
- It has been reserved by {waiting}.
- It was lent out on {out}.
- It must be back by {due}.
- The loan was extended until {renewed}.
- It came back on {back}.
- For the delay we charge {fine}.
- A lost copy has to be replaced for {lost}.
- Our librarian {librarian} was at the desk.
- The copy was a present from {donor}.
- You [got|borrowed] it at {branch}.
- Please bring it back to {return}.
- The author is {author}.
- In its place we can lend you "{instead}".

== instrument, second-hand instrument
seller person = seller, owner until now | sold_by previous_owner offered_by vendor former_player
buyer person = buyer, new owner | sold_to bought_by purchaser went_to customer
maker person = maker, built by | luthier made_by craftsman workshop_of instrument_maker
repairer person = repairer, repaired by | restored_by restorer fixed_by mended_by
valuer person = valuer, appraiser | valued_by appraised_by expert estimate_by
kind of cello; viola; upright piano; tenor sax; oboe; harp; trumpet; accordion; clarinet; double bass; mandolin; \
    grand piano; bassoon; flute; French horn; guitar; banjo; electric organ; drum kit; zither \
    = instrument, sold instrument | instrument_type for_sale what_is_sold kind_of_instrument
swapped of ukulele; tin whistle; keyboard; snare drum; recorder; harmonica; bass guitar; bagpipes; cornet; lute; \
    xylophone; spinet; tuba; fiddle; concertina; alto horn = part exchange, taken in exchange \
    | traded_in given_in_exchange swapped_for old_instrument
asked price = asking price, price asked | wanted advertised_price asks list_price hoped_for
paid price = price paid, sold for | final_price selling_price agreed_price paid_in_the_end
insured price = insured value, valuation | valued_at insurance_sum appraised_value worth
repair price = repair costs, cost of repair | repair_bill spent_on_repairs restoration_cost
rent price = monthly rent, hire charge | rent_per_month hire_fee rental_rate
built year = year of construction, year built | built_in made_in_year year_of_making
overhauled year = year of the overhaul, last overhaul | overhauled_in year_of_repair restored_in_year serviced_in_year
sold date = day of sale, date of sale | sold_on changed_hands_on handed_over_on
pickup city = place of collection, pick-up city | collect_from pickup_city collect_in
> {seller} wanted {asked} for the {kind}. {buyer} got it for {paid}.
> Built by {maker} in {built} and overhauled by {repairer} in {overhauled}, the {kind} plays [beautifully|like new].
> FOR SALE: {kind}, {built}, {asked}. Collect in {pickup}. Ask for {seller}.
> {buyer} handed over {paid} and a {swapped}, and drove off with the {kind} that {seller} had played for years.
> Don't buy it, rent it! {rent} a month, or {asked} if you want to keep it.
> Dear {seller},~I have looked at your {kind}. It is by {maker}, and you should insure it for {insured}.~{valuer}
> I sold my {kind} to {buyer} on {sold}. Sad, but {paid} is {paid}. ({seller})
> The repair by {repairer} came to {repair}, more than {buyer} wanted to spend: the {kind} itself had cost {paid}.
> ok i take the {kind}! {asked} was too much but {paid} it is then, as you said. \
    i'll collect it in {pickup}. {buyer}
> RECEIPT~Seller: {seller}~Buyer: {buyer}~Item: {kind}~Price: {paid}~Date: {sold}
> With the {kind} {buyer} has acquired not just wood and strings but a piece of {seller}'s youth.
> Label inside: "{maker}, {built}". Pencil note beneath it: "opened and repaired, {repairer}, {overhauled}".
> What did {valuer} say? That the {kind}, for which {seller} asks {asked}, is worth {insured}.
> As a {swapped} was taken in exchange, {buyer} paid only {paid} on top for the {kind}.
> The workshop of {maker} closed long ago. Today the {kind} it built belongs to {buyer}, \
    who bought it and had it repaired by {repairer}.
> Wanted by {buyer}: {kind}, in good order~Offered by {seller}: the same, at {asked}~Sold for: {paid}
> {seller}, whose teacher had built the {kind}, parted with it on {sold}; {valuer} had put its worth at {insured}.
> From {seller} to {buyer}: one {kind}, paid in full ({paid}) and handed over on {sold}.
- It was made by {maker}.
- It was built in {built}.
- It was last overhauled in {overhauled}.
- The buyer was {buyer}.
- The repair cost {repair}.
- According to the insurance it is worth {insured}.
- {repairer} has repaired it.
- {valuer} valued it.
- The asking price was {asked}.
- In the end it went for {paid}.
- You can also hire it for {rent} a month.
- A {swapped} was taken in part exchange.
- It has to be collected in {pickup}.
- It changed hands on {sold}.
? condition state_of_instrument shape
* good / It is in excellent shape.
* good / Not a scratch on it.
* good / It plays and looks like new.
* good / The condition could not be better.
* good / Everything works as it should.
* good / It has been well looked after.
* poor / It is in a sorry state.
* poor / It cannot be played as it is.
* poor / There is a crack right through the body.
* poor / It needs a complete overhaul before anyone can play it.
* poor / Half of it is broken.
* poor / Its condition is bad, to be honest.

== lesson, music lesson, dance class
teacher person = teacher | taught_by instructor tutor music_teacher class_led_by
pupil person = pupil, student | learner who_learns student_name takes_lessons
substitute person = substitute teacher, substitute | replacement_teacher covers_for_teacher stands_in cover_teacher
parent person = payer, paying parent | paid_by billed_to who_pays bill_goes_to
partner person = duet partner, dance partner | plays_with dances_with partner_name second_player
subject of piano; tango; singing; violin; tap dance; drums; ballet; guitar; cello; salsa; oboe; waltz; flute; \
    harp; street dance; trumpet; music theory; organ = subject, subject learned \
    | instrument_or_dance lesson_in course what_is_taught
before of recorder; swing; choir; ukulele; flamenco; bongos; keyboard; step dance; viola; foxtrot; triangle; \
    glockenspiel; folk dance; jazz dance = earlier subject, subject given up | learned_before gave_up \
    previous_subject dropped_subject
day weekday = day, lesson day | weekday_of_lesson lessons_on every_week_on
old_day weekday = old day, former lesson day | previous_weekday old_weekday moved_from_day used_to_be_on
begins clock = lesson begins, from | begins_at lesson_start start_time starts
ends clock = lesson ends, until | ends_at lesson_end end_time over_at
single price = single lesson, price per lesson | fee_per_lesson one_lesson lesson_price each_lesson
block price = block of ten, price for ten lessons | ten_lessons block_price card_for_ten course_fee
trial date = trial lesson, first try | trial_date taster_on trial_lesson_on
recital date = recital, pupils' concert | recital_date concert_date performance_day show_on
piece work = piece, piece for the recital | recital_piece plays_what practises composition
> {teacher} gives {pupil} lessons in {subject}, every {day} from {begins} to {ends}.
> {pupil} is learning {subject} with {teacher}; it's {parent} who pays the {single} per lesson.
> With {teacher} on leave, {substitute} takes the class[, same time|, as usual].
> Your lesson has been moved from {old_day} to {day}. It starts at {begins}.
> One lesson costs {single}, a block of ten {block}.
> Dear {parent},~thank you for paying the {block} for ten lessons. On {recital} {pupil} is to play "{piece}" to \
    an audience.~{teacher}, teacher
> gave up {before}, now doing {subject} with {teacher}. every {day}!! so much better
> Come to a free trial lesson on {trial}. Those who stay can show what they've learnt at the recital on {recital}.
> {pupil} and {partner} will [perform|play] "{piece}" together. {teacher} will be listening behind the curtain.
> TIMETABLE {day}~{begins} {pupil}, {subject}~{ends} end~teacher: {teacher}
> When I was a child, says {teacher}, I had to learn {before}. Today I teach {subject}, and {pupil} is my best pupil.
> A: Who's teaching us while {teacher} is away?~B: {substitute}[ does|, every {day}|].
> Bill for {parent}: {subject} lessons of {pupil}, block of ten, {block}
> {partner} is the one with whom {pupil}, a pupil of {teacher}, will dance at the recital on {recital}.
> It was {teacher} who taught {pupil} {subject}, but {substitute} who was there on the evening of the recital.
> We can't do {old_day} any more, {pupil} has football then. Would {day} at {begins} suit you? Please go on \
    sending the bills to me. Regards, {parent}
> Lessons end at {ends} sharp, as the next class is waiting. They begin at {begins}. {teacher}, teacher
> Instead of {before}, which bored {pupil}, it's going to be {subject} from now on; the trial lesson is on {trial}.
- The teacher is {teacher}.
- {substitute} will teach instead for the time being.
- The bill goes to {parent}.
- {partner} is the partner in the duet.
- The recital is on {recital}.
- You can try it out on {trial}.
- Ten lessons come to {block}.
- You pay {single} for a single lesson.
- The lesson used to be on a {old_day}.
- It is always on {day}.
- It begins at {begins}.
- It ends at {ends}.
- The pupil had learned {before} before.
- The piece to practise is "{piece}".
"""
)
