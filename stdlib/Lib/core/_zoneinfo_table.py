"""The time zones of the IANA database, version 2025b, from 1970 on.

Two lines for zones that are the same: the rule for the time after the last transition with the names, and,
indented, the kinds of time (minutes east of Greenwich / minutes of daylight saving / abbreviation) and the
transitions: index of the kind that begins, then the time since the transition before (at first since 1970),
in base 36 and in units of 900 seconds, or of one second where `1s` stands before them.
"""

# Two literals, because the compiler limits a literal to 64 KiB.
_FIRST = """\
GMT0 Africa/Abidjan Africa/Accra Africa/Bamako Africa/Banjul Africa/Conakry Africa/Dakar Africa/Freetown Africa/Lome Africa/Nouakchott Africa/Ouagadougou Africa/Timbuktu Atlantic/Reykjavik Atlantic/St_Helena Etc/GMT Etc/GMT+0 Etc/GMT-0 Etc/GMT0 Etc/Greenwich GMT GMT+0 GMT-0 GMT0 Greenwich Iceland
 0/0/GMT
EAT-3 Africa/Addis_Ababa Africa/Asmara Africa/Asmera Africa/Dar_es_Salaam Africa/Djibouti Africa/Kampala Africa/Mogadishu Africa/Nairobi Indian/Antananarivo Indian/Comoro Indian/Mayotte
 180/0/EAT
CET-1 Africa/Algiers
 0/0/WET,60/60/WEST,60/0/CET,120/60/CEST 1zjw 0beo 147pg 2cfw 3bes 2dhg 0tjs 1dhg 0e04 2dh8
WAT-1 Africa/Bangui Africa/Brazzaville Africa/Douala Africa/Kinshasa Africa/Lagos Africa/Libreville Africa/Luanda Africa/Malabo Africa/Niamey Africa/Porto-Novo
 60/0/WAT
GMT0 Africa/Bissau
 -60/0/-01,0/0/GMT 13r9g
CAT-2 Africa/Blantyre Africa/Bujumbura Africa/Gaborone Africa/Harare Africa/Kigali Africa/Lubumbashi Africa/Lusaka Africa/Maputo
 120/0/CAT
EET-2EEST,M4.5.5/0,M10.5.4/24 Africa/Cairo Egypt
 120/0/EET,180/60/EEST 18vw 0bc4 1fp8 0bc4 1frw 0bc4 1fp8 0bc4 1fp8 0bc4 1fp8 0bc4 1frw 0bc4 1fp8 0bc4 1fp8 0bc4 1fp8 0bc4 1frw 0bc4 1fp8 0bc4 1lzw 051g 1l18 0604 1frw 0bc4 1fp8 0bc4 1fp8 0bc4 1fp8 0bc4 1frw 0bc4 1g2k 0ays 1fp8 0bc4 1fp8 0bc4 1frw 0bc4 1fp8 0bc4 1fp8 0bc4 1fh4 0bek 1fk4 0bek 1fk4 0bek 1fk4 0bek 1g2s 0bek 1fk4 0bek 1fk4 0bek 1fk4 0bek 1fk4 0bek 1g2s 0bek 1fk4 0bek 1fk4 0avw 1g2s 09uk 1h44 09bw 1hms 08t8 1io4 07mk 1284 01jw 12q04 033w 12lg 0458 16gas
<+01>-1 Africa/Casablanca
 0/0/+00,60/60/+01,60/0/+01,0/-60/+00 13d40 053w 1191g 06t8 1k84 0b3w 1i84 04qk 247xg 01cl8 1gug4 06t8 1k84 05zw 1itg 0798 1hms 08t8 1k8c 062o 12ao 031c 1fk0 056o 12io 05s0 1beo 06o0 12lc 06ao 1beo 05pc 12lc 079c 1beo 056o 12lc 08ao 1aw0 045c 1340 08tc 1aw0 03mo 12lc 29uo 3e00 22lc 3nc0 2340 3nc0 22lc 3nc0 2340 3nc0 22lc 3nuo 22lc 3nc0 2340 3nc0 22lc 3nuo 22lc 3nc0 2340 3nc0 22lc 3nc0 2340 3nc0 22lc 3nuo 22lc 3nc0 2340 3nc0 22lc 3nc0 2340 3nc0 2340 3nc0 22lc 3nc0 2340 3nc0 22lc 3nuo 22lc 3nc0 2340 3nc0 22lc 3nc0 2340 3nc0 2340 3nc0 22lc 3nc0 2340 3nc0 22lc 3nuo 22lc 3nc0 2340 3nc0 22lc 3nc0 2340 3nc0 2340 3nc0 22lc 3nc0 2340 3nc0 22lc 3nuo 22lc 3nc0 2340 3nc0 22lc 3nc0 2340 3nc0 2340 3nc0 22lc 3nc0 2340 3nc0 22lc 3nuo 22lc 3nc0 2340 3nc0 22lc 3nc0 2340 3nc0 2340 3nc0 22lc 3nc0 2340 3nc0 22lc 3nuo 22lc 3nc0 2340 3nc0 22lc 3nc0 2340 3nc0 2340 3nc0 22lc 3nc0 2340 3nc0 22lc 3nuo 22lc 3nc0 2340 3nc0 22lc 3nc0 2340 3nc0 22lc 3nuo 22lc 3nc0 2340 3nc0 22lc 3nuo 22lc 3nc0 2340
CET-1CEST,M3.5.0,M10.5.0/3 Africa/Ceuta
 0/0/WET,60/60/WEST,60/0/CET,120/60/CEST 13d40 053w 1191g 06t8 1k84 0b3w 1i84 04qk 247xg 31j44 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2e00 3dhc 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2dhc 3e00
<+01>-1 Africa/El_Aaiun
 -60/0/-01,0/0/+00,60/60/+01,60/0/+01,0/-60/+00 14q04 2198 16t8 2k84 1b3w 2i84 14qk 2meys 16t8 2k84 15zw 2itg 1798 2hms 18t8 2k8c 162o 22ao 131c 2fk0 156o 22io 15s0 2beo 16o0 22lc 16ao 2beo 15pc 22lc 179c 2beo 156o 22lc 18ao 2aw0 145c 2340 18tc 2aw0 13mo 22lc 39uo 4e00 32lc 4nc0 3340 4nc0 32lc 4nc0 3340 4nc0 32lc 4nuo 32lc 4nc0 3340 4nc0 32lc 4nuo 32lc 4nc0 3340 4nc0 32lc 4nc0 3340 4nc0 32lc 4nuo 32lc 4nc0 3340 4nc0 32lc 4nc0 3340 4nc0 3340 4nc0 32lc 4nc0 3340 4nc0 32lc 4nuo 32lc 4nc0 3340 4nc0 32lc 4nc0 3340 4nc0 3340 4nc0 32lc 4nc0 3340 4nc0 32lc 4nuo 32lc 4nc0 3340 4nc0 32lc 4nc0 3340 4nc0 3340 4nc0 32lc 4nc0 3340 4nc0 32lc 4nuo 32lc 4nc0 3340 4nc0 32lc 4nc0 3340 4nc0 3340 4nc0 32lc 4nc0 3340 4nc0 32lc 4nuo 32lc 4nc0 3340 4nc0 32lc 4nc0 3340 4nc0 3340 4nc0 32lc 4nc0 3340 4nc0 32lc 4nuo 32lc 4nc0 3340 4nc0 32lc 4nc0 3340 4nc0 3340 4nc0 32lc 4nc0 3340 4nc0 32lc 4nuo 32lc 4nc0 3340 4nc0 32lc 4nc0 3340 4nc0 32lc 4nuo 32lc 4nc0 3340 4nc0 32lc 4nuo 32lc 4nc0 3340
SAST-2 Africa/Johannesburg Africa/Maseru Africa/Mbabane
 120/0/SAST
CAT-2 Africa/Juba
 120/0/CAT,180/60/CAST,180/0/EAT 18vs 0cd8 1elg 0cfw 1eo4 0cfw 1eis 0cik 1eg4 0cl8 1edg 0cnw 1eas 0ct8 1e5g 0cvw 1elg 0cfw 1eis 0cik 1eg4 0cnw 1eas 0cqk 1e84 0ct8 1e5g 0cvw 1elg 0cik 1eg4 0cl8 2aplg 0ftfw
CAT-2 Africa/Khartoum
 120/0/CAT,180/60/CAST,180/0/EAT 18vs 0cd8 1elg 0cfw 1eo4 0cfw 1eis 0cik 1eg4 0cl8 1edg 0cnw 1eas 0ct8 1e5g 0cvw 1elg 0cfw 1eis 0cik 1eg4 0cnw 1eas 0cqk 1e84 0ct8 1e5g 0cvw 1elg 0cik 1eg4 0cl8 2aplg 0ddfw
GMT0 Africa/Monrovia
 -2670s/0/MMT,0/0/GMT 1s 111v0q6
WAT-1 Africa/Ndjamena
 60/0/WAT,120/60/WAST 17cnw 0at8
GMT0 Africa/Sao_Tome
 0/0/GMT,60/0/WAT 1102o4 0r1c
EET-2 Africa/Tripoli Libya
 120/0/EET,60/0/CET,120/60/CEST 190ns 26o4 1djw 2dhg 1djw 2dk4 1djw 2dus 1d6k 2dpg 1dh8 2dc4 1djw 2dk4 1djw 2dhg 1djw 0fxg 14tek 2ds4 0djw 1bclk 2aao 0fk0
CET-1 Africa/Tunis
 60/0/CET,120/60/CEST 15i7w 0aw0 1g80 0bc0 179k0 08lc 1dhc 0dhc 1g80 0b9c 1aylc 0b9g 1d44 0g2o 1aw0 0g2o 1beo 0fk0
CAT-2 Africa/Windhoek
 120/0/SAST,120/0/CAT,60/-60/WAT 1f6yg 23080 1cdo 2fjw 1bes 2g2k 1aw4 2g2k 1bes 2fjw 1bes 2fjw 1bes 2fjw 1bes 2fjw 1bes 2g2k 1aw4 2g2k 1bes 2fjw 1bes 2fjw 1bes 2fjw 1bes 2fjw 1bes 2g2k 1bes 2fjw 1bes 2fjw 1bes 2fjw 1bes 2fjw 1bes 2g2k 1aw4 2g2k 1bes 2fjw 1bes 2fjw 1bes 2fjw 1bes
HST10HDT,M3.2.0,M11.1.0 America/Adak America/Atka US/Aleutian
 -660/0/BST,-600/60/BDT,-600/0/AHST,-600/0/HST,-540/60/HDT 18k4 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 156s 0lrw 18tg 0i58 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 2dzw 32ag 4b6w 3dh8 4dhg 3dh8 4dhg 3dh8 4bxg 3f18 4bxg 3fjw 4bes 3fjw 4bes 3fjw 4bxg 3f18 4bxg 3f18 4bxg 3fjw 4bes 3fjw 4bes 3fjw 4bxg 3f18 4bxg 3f18 4bxg 3f18 4bxg 3fjw 4bes 3fjw 4bes 3fjw 4bxg 3f18 4bxg 3f18 4bxg 3fjw 4bes 3fjw 4bes 3fjw 49us
AKST9AKDT,M3.2.0,M11.1.0 America/Anchorage US/Alaska
 -600/0/AHST,-540/60/AHDT,-540/0/YST,-540/0/AKST,-480/60/AKDT 18k0 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 156s 0lrw 18tg 0i58 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 2dzw 32ag 4b6w 3dh8 4dhg 3dh8 4dhg 3dh8 4bxg 3f18 4bxg 3fjw 4bes 3fjw 4bes 3fjw 4bxg 3f18 4bxg 3f18 4bxg 3fjw 4bes 3fjw 4bes 3fjw 4bxg 3f18 4bxg 3f18 4bxg 3f18 4bxg 3fjw 4bes 3fjw 4bes 3fjw 4bxg 3f18 4bxg 3f18 4bxg 3fjw 4bes 3fjw 4bes 3fjw 49us
AST4 America/Anguilla America/Antigua America/Aruba America/Blanc-Sablon America/Curacao America/Dominica America/Grenada America/Guadeloupe America/Kralendijk America/Lower_Princes America/Marigot America/Montserrat America/Port_of_Spain America/Puerto_Rico America/St_Barthelemy America/St_Kitts America/St_Lucia America/St_Thomas America/St_Vincent America/Tortola America/Virgin
 -240/0/AST
<-03>3 America/Araguaina
 -180/0/-03,-120/60/-02 1bwgc 09uk 1glg 08ak 1iqs 07rw 1io4 07rw 1j6s 08t8 149hg 08t8 1hms 09uk 1h6s 0at8 1glg 09uk 1glg 0avw 1glg 09uk 1hms 09bw 1j6s 07rw 179us 08t8
<-03>3 America/Argentina/Buenos_Aires America/Buenos_Aires
 -180/0/-03,-120/60/-02,-180/60/-03 131v0 0798 1ayo4 06yk 1glg 0ad8 1h44 09uk 1h44 09uk 1h44 0ad8 24xus 0b9c 15vpc 05p8 1g2s 0avw
<-03>3 America/Argentina/Catamarca America/Argentina/ComodRivadavia America/Catamarca
 -180/0/-03,-120/60/-02,-240/0/-04,-180/60/-03 131v0 0798 1ayo4 06yk 1glg 0ad8 1h44 29uk 1h48 09ug 1h44 0ad8 34xus 0b9c 236w0 01es 12nek 05p8
<-03>3 America/Argentina/Cordoba America/Cordoba America/Rosario
 -180/0/-03,-120/60/-02,-240/0/-04,-180/60/-03 131v0 0798 1ayo4 06yk 1glg 0ad8 1h44 29uk 1h48 09ug 1h44 0ad8 34xus 0b9c 15vpc 05p8 1g2s 0avw
<-03>3 America/Argentina/Jujuy America/Jujuy
 -180/0/-03,-120/60/-02,-240/0/-04,-180/60/-03 131v0 0798 1ayo4 06yk 1glg 2ad8 3hmw 2ad8 1f1g 0avs 1h44 0ad8 34xus 0b9c 15vpc 05p8
<-03>3 America/Argentina/La_Rioja
 -180/0/-03,-120/60/-02,-240/0/-04,-180/60/-03 131v0 0798 1ayo4 06yk 1glg 0ad8 1h44 29p8 04yw 1cak 09uk 1h44 0ad8 34xus 0b9c 236w0 01es 12nek 05p8
<-03>3 America/Argentina/Mendoza America/Mendoza
 -180/0/-03,-120/60/-02,-240/0/-04,-180/60/-03 131v0 0798 1ayo4 06yk 1glg 2ad8 3go8 2a58 3gw4 2a7w 1h44 0ad4 34xus 0b9c 23680 09c4 12g58 05p8
<-03>3 America/Argentina/Rio_Gallegos
 -180/0/-03,-120/60/-02,-180/60/-03,-240/0/-04 131v0 0798 1ayo4 06yk 1glg 0ad8 1h44 09uk 1h44 09uk 1h44 0ad8 24xus 0b9c 336w0 01es 12nek 05p8
<-03>3 America/Argentina/Salta
 -180/0/-03,-120/60/-02,-240/0/-04,-180/60/-03 131v0 0798 1ayo4 06yk 1glg 0ad8 1h44 29uk 1h48 09ug 1h44 0ad8 34xus 0b9c 15vpc 05p8
<-03>3 America/Argentina/San_Juan
 -180/0/-03,-120/60/-02,-240/0/-04,-180/60/-03 131v0 0798 1ayo4 06yk 1glg 0ad8 1h44 29p8 04yw 1cak 09uk 1h44 0ad8 34xus 0b9c 236tc 042s 12kt8 05p8
<-03>3 America/Argentina/San_Luis
 -180/0/-03,-120/60/-02,-240/0/-04,-180/60/-03 131v0 0798 1ayo4 06yk 1glg 2b3w 3fxk 2a58 06tg 369mk 0b9c 236tc 042s 12kt8 31mk 23k4 3g2s 2avw 0g2s
<-03>3 America/Argentina/Tucuman
 -180/0/-03,-120/60/-02,-240/0/-04,-180/60/-03 131v0 0798 1ayo4 06yk 1glg 0ad8 1h44 29uk 1h48 09ug 1h44 0ad8 34xus 0b9c 236w0 0w4 12nx8 05p8 1g2s 0avw
<-03>3 America/Argentina/Ushuaia
 -180/0/-03,-120/60/-02,-180/60/-03,-240/0/-04 131v0 0798 1ayo4 06yk 1glg 0ad8 1h44 09uk 1h44 09uk 1h44 0ad8 24xus 0b9c 336qo 01k4 12nek 05p8
<-03>3 America/Asuncion
 -240/0/-04,-180/0/-03,-180/60/-03 122ds 014ik 214lg 0b98 2fus 0b6k 2fus 0b6k 2fus 0dh8 2dk4 0djw 2dk4 0dh8 2dk4 0dh8 2dk4 0dh8 2dk4 0djw 2dk4 0dh8 2dk4 0dh8 2dk4 0dh8 2dk4 0djw 2dk4 0dh8 2f44 0bx8 2dk4 0dh8 2dxg 0avw 2g5g 0d3w 2dms 0b18 2g04 0ayk 2g2s 0b98 2g84 0ad8 2glg 0avw 2g2s 0bek 2fk4 0bek 2fk4 0bek 2g2s 0dh8 2aw4 0g2k 2bes 0fjw 2eis 0avw 2g2s 0avw 2g2s 0avw 2glg 0ad8 2glg 0ad8 2glg 0cyk 2cys 0dzw 2cys 0dzw 2dhg 0cfw 2eis 0cfw 2eis 0cfw 2eis 0cyk 2e04 0cyk 2e04 0cyk 2eis 0cfw 2eis 0cfw 2eis 0cyk 2e04 0cyk 2e04 0cyk 2e04 0cyk 2eis 1nw
EST5 America/Atikokan America/Cayman America/Coral_Harbour America/Panama EST
 -300/0/EST
<-03>3 America/Bahia
 -180/0/-03,-120/60/-02 1bwgc 09uk 1glg 08ak 1iqs 07rw 1io4 07rw 1j6s 08t8 1io4 08t8 1i5g 08ak 1j6s 0798 1j6s 09bw 1hms 09bw 1hms 08t8 1hms 09uk 1h6s 0at8 1glg 09uk 1glg 0avw 1glg 09uk 1hms 09bw 1j6s 07rw 16idg 09uk
CST6 America/Bahia_Banderas
 -420/0/MST,-360/60/MDT,-300/120/CDT,-360/0/CST 1jqmc 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1e04 0avw 1e04 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 2bxg 3fjs 2bes 3fjw 2bes 3fjw 2bxg 3f18 2bxg 3f18 2bxg 3f18 2bxg 3fjw 2bes 3fjw 2bes 3fjw 2bxg 3f18 2bxg 3f18 2bxg 3fjw 2bes 3fjw
AST4 America/Barbados
 -240/0/AST,-180/60/ADT 15lfc 08ak 1eis 0cfw 1eis 0cfw 1f1g 0bp8
<-03>3 America/Belem
 -180/0/-03,-120/60/-02 1bwgc 09uk 1glg 08ak 1iqs 07rw
CST6 America/Belize
 -360/0/CST,-300/60/CDT 12y8o 04vw 16nk4 0458
<-04>4 America/Boa_Vista
 -240/0/-04,-180/60/-03 1bwgg 09uk 1glg 08ak 1iqs 07rw 18r9g 0avw 1glg 0ik
<-05>5 America/Bogota
 -300/0/-05,-240/60/-04 1gsb8 0kqk
MST7MDT,M3.2.0,M11.1.0 America/Boise
 -420/0/MST,-360/60/MDT 18jo 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 179g 0jp8 18tg 0i58 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 19us
MST7MDT,M3.2.0,M11.1.0 America/Cambridge_Bay
 -420/0/MST,-360/60/MDT,-360/0/CST,-300/60/CDT,-300/0/EST 11qzo 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 2fjw 3beo 4fjw 2ig 1awg 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 19us
<-04>4 America/Campo_Grande
 -240/0/-04,-180/60/-03 1bwgg 09uk 1glg 08ak 1iqs 07rw 1io4 07rw 1j6s 08t8 1io4 08t8 1i5g 08ak 1j6s 0798 1j6s 09bw 1hms 09bw 1hms 08t8 1hms 09uk 1h6s 0at8 1glg 09uk 1glg 0avw 1glg 09uk 1hms 09bw 1j6s 07rw 1i5g 08t8 1jc4 0858 1hms 09bw 1j6s 08ak 1h44 09bw 1i5g 08t8 1i5g 09bw 1hms 09bw 1hms 09uk 1hms 08t8 1i5g 08t8 1i5g 09bw 1hms 09bw 1hms 09bw 1hms 09bw 1j6s 07rw
EST5 America/Cancun
 -360/0/CST,-300/0/EST,-300/60/CDT,-240/60/EDT 1908w 0rp0 29yoc 0f18 2bxg 1f18 3bxc 28t8 0684 2bxg 0fjw 2bes 0fjw 2e04 0avw 2e04 0f18 2bxg 0f18 2bxg 0fjw 2bes 0fjw 2bes 0fjw 2bes 0fjw 2bxg 0f18 2bxg 0f18 2bxg 0fjw 2bes 0fjw 2bes 0fjw 2bxg 0f18 2bxg 0f18 179g
<-04>4 America/Caracas
 -240/0/-04,-270/0/-0430 1sie4 06b40
<-03>3 America/Cayenne Etc/GMT+3
 -180/0/-03
CST6CDT,M3.2.0,M11.1.0 America/Chicago CST6CDT US/Central
 -360/0/CST,-300/60/CDT 18jk 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 156s 0lrw 18tg 0i58 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 19us
CST6 America/Chihuahua
 -360/0/CST,-300/60/CDT,-360/60/MDT,-420/0/MST 1jqm8 0f18 1bxg 0f18 2bxk 3f18 2bxg 3fjw 2bes 3fjw 2e04 3avw 2e04 3f18 2bxg 3f18 2bxg 3fjw 2bes 3fjw 2bes 3fjw 2bes 3fjw 2bxg 3f18 2bxg 3f18 2bxg 3fjw 2bes 3fjw 2bes 3fjw 2bxg 3f18 2bxg 3f18 2bxg 3f18 2bxg 3fjw 2bes 3fjw 2bes 3fjw 2bxg 3f18 2bxg 3f18 2bxg 3fjw 2bes 0fjw
MST7MDT,M3.2.0,M11.1.0 America/Ciudad_Juarez
 -360/0/CST,-300/60/CDT,-360/60/MDT,-420/0/MST 1jqm8 0f18 1bxg 0f18 2bxk 3f18 2bxg 3fjw 2bes 3fjw 2e04 3avw 2e04 3f18 2bxg 3f18 2bxg 3fjw 2bes 3fjw 2bes 3fjw 2bes 3fjw 2bxg 3f18 2bxg 3f18 2adg 3hmk 29c4 3hmk 29c4 3hmk 29c4 3hmk 29c4 3hmk 29c4 3hmk 29us 3hmk 29c4 3hmk 29c4 3hmk 29c4 3hmk 29c4 3hmk 29us 3hmk 29c4 0h3w 32ag
CST6 America/Costa_Rica
 -360/0/CST,-300/60/CDT 16vko 0798 1jpg 0798 17zpg 0c2k 1ew4 047w
<-03>3 America/Coyhaique
 -180/60/-03,-240/0/-04,-180/0/-03 16gc 0eis 1bek 0fk4 1bek 0g2s 1avw 0f1g 1bx8 0g2s 1avw 0g2s 1bek 0fk4 1bek 0fk4 1bek 0g2s 1avw 0g2s 1avw 0g2s 1bek 0fk4 1bek 0fk4 1bek 0fk4 1bek 0g2s 1avw 0g2s 1avw 0g2s 1dh8 0dhg 1bek 0fk4 1bek 0g2s 1avw 0e04 1cyk 0g2s 1bek 0fk4 1bek 0fk4 1bek 0fk4 1bek 0g2s 1avw 0g2s 1cfw 0eis 1bek 0eis 1dzw 0e04 1bek 0g2s 1avw 0g2s 1avw 0g2s 1avw 0g2s 1bek 0fk4 1bek 0fk4 1bek 0g2s 1avw 0g2s 1cfw 0eis 1bek 0fk4 1cyk 0e04 1fjw 07s4 1inw 09c4 1hmk 09us 1h3w 09us 119mk 06qs 1k7w 06qs 1k7w 06qs 1hmk 0bes 1fjw 0bes 1fjw 0bes 1fjw 0bxg 1f18 0bes 1g2k 0bes 2eak
MST7 America/Creston America/Phoenix MST US/Arizona
 -420/0/MST
<-04>4 America/Cuiaba
 -240/0/-04,-180/60/-03 1bwgg 09uk 1glg 08ak 1iqs 07rw 1io4 07rw 1j6s 08t8 1io4 08t8 1i5g 08ak 1j6s 0798 1j6s 09bw 1hms 09bw 1hms 08t8 1hms 09uk 1h6s 0at8 1glg 09uk 1glg 0avw 1glg 09uk 1hms 09bw 1j6s 07rw 11aas 0858 1hms 09bw 1j6s 08ak 1h44 09bw 1i5g 08t8 1i5g 09bw 1hms 09bw 1hms 09uk 1hms 08t8 1i5g 08t8 1i5g 09bw 1hms 09bw 1hms 09bw 1hms 09bw 1j6s 07rw
GMT0 America/Danmarkshavn
 -180/0/-03,-120/60/-02,0/0/GMT 17pn8 0cy8 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 27c8
MST7 America/Dawson
 -540/0/YST,-480/0/PST,-420/60/PDT,-420/0/MST 12vfo 24vs4 1dh8 2dhg 1dh8 2dhg 1dzw 2cys 1dzw 2dhg 1dh8 2dhg 1dh8 2dhg 1dh8 2bxg 1f18 2bxg 1fjw 2bes 1fjw 2bes 1fjw 2bxg 1f18 2bxg 1f18 2bxg 1fjw 2bes 1fjw 2bes 1fjw 2bxg 1f18 2bxg 1f18 2bxg 1f18 2bxg 1fjw 2bes 1fjw 2bes 1fjw 2bxg 1f18 2bxg 1f18 2bxg 1fjw 2bes 1fjw 2bes 1fjw 29us 1hmk 29c4 1hmk 29c4 1hmk 29us 1hmk 29c4 1hmk 29c4 1hmk 29c4 1hmk 29c4 1hmk 29c4 1hmk 29us 1hmk 29c4 1hmk 29c4 1hmk 29c4 1hmk 29c4 3hmc
MST7 America/Dawson_Creek
 -480/0/PST,-420/60/PDT,-420/0/MST 18js 0dh8 1dhg 0dzw 1dhg 2918
MST7MDT,M3.2.0,M11.1.0 America/Denver America/Shiprock MST7MDT Navajo US/Mountain
 -420/0/MST,-360/60/MDT 18jo 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 156s 0lrw 18tg 0i58 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 19us
EST5EDT,M3.2.0,M11.1.0 America/Detroit US/Michigan
 -300/0/EST,-240/60/EDT 12hy4 0dh8 156s 0lrw 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 19us
MST7MDT,M3.2.0,M11.1.0 America/Edmonton America/Yellowknife Canada/Mountain
 -420/0/MST,-360/60/MDT 11qzo 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 19us
<-05>5 America/Eirunepe
 -300/0/-05,-240/60/-04,-240/0/-04 1bwgk 09uk 1glg 08ak 1iqs 07rw 14a04 09bw 2as04 041jw
CST6 America/El_Salvador
 -360/0/CST,-300/60/CDT 1d0zc 0avw 1g2s 0avw
PST8PDT,M3.2.0,M11.1.0 America/Ensenada America/Santa_Isabel America/Tijuana Mexico/BajaNorte
 -480/0/PST,-420/60/PDT 14qug 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1adg
MST7 America/Fort_Nelson
 -480/0/PST,-420/60/PDT,-420/0/MST 18js 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 19us 0hmk 19c4 0hmk 19c4 0hmk 19us 0hmk 19c4 0hmk 19c4 0hmk 19c4 0hmk 19c4 0hmk 29c4
EST5EDT,M3.2.0,M11.1.0 America/Fort_Wayne America/Indiana/Indianapolis America/Indianapolis US/East-Indiana
 -300/0/EST,-240/60/EDT 18jg 0dh8 1qmqs 0fjw 19us
<-03>3 America/Fortaleza
 -180/0/-03,-120/60/-02 1bwgc 09uk 1glg 08ak 1iqs 07rw 1io4 07rw 1j6s 08t8 178tg 0avw 1glg 0118 1qg4 09bw
AST4ADT,M3.2.0,M11.1.0 America/Glace_Bay
 -240/0/AST,-180/60/ADT 11qzc 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 19us
<-02>2<-01>,M3.5.0/-1,M10.5.0/0 America/Godthab America/Nuuk
 -180/0/-03,-120/60/-02,-120/0/-02,-60/60/-01 17pn8 0cy8 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00 0fk0 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 2aw0 3rhc
AST4ADT,M3.2.0,M11.1.0 America/Goose_Bay
 -240/0/AST,-180/60/ADT,-120/120/ADDT 1s 15xfc0 09cyk0 19d440 09px80 19d440 09cyk0 19d440 09cyk0 19d440 09cyk0 19d440 09cyk0 19d440 09px80 1905g0 09px80 19d440 09cyk0 19d440 09cyk0 19d440 09cyk0 19d440 09cyk0 19d440 09px80 1905g0 09px80 19d440 09cyk0 19d440 09cyk0 19d440 09cyk0 18a2lo 0afuk0 28a840 0asqg0 17xc80 0ast80 17x9g0 0ast80 18a840 0afuk0 18a840 0afuk0 18a840 0ast80 17x9g0 0ast80 17x9g0 0ast80 18a840 0afuk0 18a840 0afuk0 18a840 0afuk0 18a840 0ast80 17x9g0 0ast80 17x9g0 0ast80 18a840 0afuk0 18a840 0afuk0 18a840 0ast80 17x9g0 0ast80 17x9g0 0ast80 16udg0 0c8nw0 16hes0 0c8nw0 16hes0 0c8nw0 16udg0 0c8nw0 16hes0 0c8tec
EST5EDT,M3.2.0,M11.1.0 America/Grand_Turk
 -300/0/EST,-240/60/EDT,-240/0/AST 1708s 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 19us 0hmk 19c4 0hmk 19c4 0hmk 19us 0hmk 19c4 0hmk 19c4 0hmk 19c4 0hmk 19c4 0hmk 29c4 129eo
CST6 America/Guatemala
 -360/0/CST,-300/60/CDT 12xi0 06qk 16xus 096k 15mw4 0cfw 1b084 0bek
<-05>5 America/Guayaquil
 -300/0/-05,-240/60/-04 1h7sk 053w
<-04>4 America/Guyana
 -225/0/-0345,-180/0/-03,-240/0/-04 146z3 2ciqp
AST4ADT,M3.2.0,M11.1.0 America/Halifax Canada/Atlantic
 -240/0/AST,-180/60/ADT 18jc 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 19us
CST5CDT,M3.2.0/0,M11.1.0/1 America/Havana Cuba
 -300/0/CST,-240/60/CDT 18j8 0dh8 1dhg 0dzw 1dhg 0bx8 1f1g 0bzw 1eys 0c2k 1ew4 0dh8 1dhg 0dzw 1cys 0dzw 1e04 0bek 1bxg 0fjw 1bes 0fjw 1fk4 0bek 1fk4 0bek 1fk4 0bek 1fk4 0bx8 1f1g 0bx8 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1cys 0eik 1cys 0e00 1cyo 0e00 1cyo 0e00 1cyo 0e00 1cyo 0e00 1dhc 0dhc 1dhc 0e00 1cg0 0fk0 1beo 0g2o 1beo 0fk0 1beo 0fk0 1bxc 0f1c 1bxc 0f1c 1beo 01y00 19uo 0h40 1adc 0glc 19uo 0h40 1adc 0h40 1adc 0hmo 1adc
MST7 America/Hermosillo
 -420/0/MST,-360/60/MDT 1jqmc 0f18 1bxg 0f18 1bxg 0f18
CST6CDT,M3.2.0,M11.1.0 America/Indiana/Knox America/Knox_IN US/Indiana-Starke
 -360/0/CST,-300/60/CDT,-300/0/EST 18jk 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 156s 0lrw 18tg 0i58 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 2f18 1aug0 0fk0 19us
EST5EDT,M3.2.0,M11.1.0 America/Indiana/Marengo
 -300/0/EST,-240/60/EDT,-300/60/CDT 18jg 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 256s 0ls0 18tc 0i58 1mves 0fjw 19us
EST5EDT,M3.2.0,M11.1.0 America/Indiana/Petersburg
 -360/0/CST,-300/60/CDT,-300/0/EST 18jk 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 156s 0lrw 18tg 0i58 1dhg 0dzw 1cys 2dzw 1lcyo 0fk0 19us 2hmk
CST6CDT,M3.2.0,M11.1.0 America/Indiana/Tell_City
 -300/0/EST,-240/120/EDT,-300/60/CDT,-360/0/CST 18jg 0dh8 2qmqs 3fk0 29us
EST5EDT,M3.2.0,M11.1.0 America/Indiana/Vevay
 -300/0/EST,-240/60/EDT 18jg 0dh8 1dhg 0dzw 1dhg 0dh8 1p4as 0fjw 19us
EST5EDT,M3.2.0,M11.1.0 America/Indiana/Vincennes
 -300/0/EST,-240/60/EDT,-300/60/CDT,-360/0/CST 18jg 0dh8 2qmqs 3fk0 29us 0hmk
EST5EDT,M3.2.0,M11.1.0 America/Indiana/Winamac
 -300/0/EST,-240/60/EDT,-300/60/CDT,-360/0/CST 18jg 0dh8 2qmqs 3fk0 19us
MST7MDT,M3.2.0,M11.1.0 America/Inuvik
 -480/0/PST,-420/60/PDT,-360/120/MDT,-420/0/MST 11qzs 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 2dhg 3dh4 2dhg 3dh8 2dhg 3dh8 2dhg 3dzw 2cys 3dzw 2dhg 3dh8 2dhg 3dh8 2dhg 3dh8 2bxg 3f18 2bxg 3fjw 2bes 3fjw 2bes 3fjw 2bxg 3f18 2bxg 3f18 2bxg 3fjw 2bes 3fjw 2bes 3fjw 2bxg 3f18 2bxg 3f18 2bxg 3f18 2bxg 3fjw 2bes 3fjw 2bes 3fjw 2bxg 3f18 2bxg 3f18 2bxg 3fjw 2bes 3fjw 2bes 3fjw 29us 3hmk 29c4 3hmk 29c4 3hmk 29us 3hmk 29c4 3hmk 29c4 3hmk 29c4 3hmk 29c4 3hmk 29c4 3hmk 29us 3hmk 29c4 3hmk 29c4 3hmk 29c4 3hmk 29c4 3hmk 29us 3hmk 29c4 3hmk 29c4 3hmk 29c4 3hmk 29c4 3hmk 29c4 3hmk 29us 3hmk 29c4 3hmk 29c4 3hmk 29c4 3hmk 29c4 3hmk 29us 3hmk 29c4 3hmk 29c4 3hmk 29c4 3hmk 29c4 3hmk 29c4 3hmk
EST5EDT,M3.2.0,M11.1.0 America/Iqaluit America/Pangnirtung
 -300/0/EST,-240/60/EDT,-360/0/CST,-300/60/CDT 11qzg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 2fjw 3bew 0fjw 1beo 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 19us
EST5 America/Jamaica Jamaica
 -300/0/EST,-240/60/EDT 130m4 0lrw 18tg 0i58 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw
AKST9AKDT,M3.2.0,M11.1.0 America/Juneau
 -480/0/PST,-420/60/PDT,-480/60/YDT,-540/0/YST,-540/0/AKST,-480/60/AKDT 18js 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 156s 0lrw 18tg 0i58 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 2dhg 0dhc 1dhc 0dh8 1dhg 0dzw 1cys 3dzw 42ao 5b6w 4dh8 5dhg 4dh8 5dhg 4dh8 5bxg 4f18 5bxg 4fjw 5bes 4fjw 5bes 4fjw 5bxg 4f18 5bxg 4f18 5bxg 4fjw 5bes 4fjw 5bes 4fjw 5bxg 4f18 5bxg 4f18 5bxg 4f18 5bxg 4fjw 5bes 4fjw 5bes 4fjw 5bxg 4f18 5bxg 4f18 5bxg 4fjw 5bes 4fjw 5bes 4fjw 59us
EST5EDT,M3.2.0,M11.1.0 America/Kentucky/Louisville America/Louisville
 -300/0/EST,-240/60/EDT,-300/60/CDT 18jg 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 256s 0ls0 18tc 0i58 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 19us
EST5EDT,M3.2.0,M11.1.0 America/Kentucky/Monticello
 -360/0/CST,-300/60/CDT,-300/0/EST,-240/60/EDT 18jk 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 156s 0lrw 18tg 0i58 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 2fjw 3beo 2fjw 3bxg 2f18 3bxg 2f18 3bxg 2fjw 3bes 2fjw 3bes 2fjw 39us
<-04>4 America/La_Paz Etc/GMT+4
 -240/0/-04
<-05>5 America/Lima
 -300/0/-05,-240/60/-04 1c0wk 06nw 1kdg 06nw 122is 06nw 12tk4 06nw
PST8PDT,M3.2.0,M11.1.0 America/Los_Angeles PST8PDT US/Pacific
 -480/0/PST,-420/60/PDT 18js 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 156s 0lrw 18tg 0i58 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 19us
<-03>3 America/Maceio
 -180/0/-03,-120/60/-02 1bwgc 09uk 1glg 08ak 1iqs 07rw 1io4 07rw 1j6s 08t8 149hg 08t8 12qis 0avw 1glg 0118 1qg4 09bw
CST6 America/Managua
 -360/0/CST,-300/0/EST,-300/60/CDT 12i3c 01cl8 232g4 07bw 2jms 07bw 18nsk 0jrg 17c4 0307w 267s4 0cyk 2fkc 0beg
<-04>4 America/Manaus Brazil/West
 -240/0/-04,-180/60/-03 1bwgg 09uk 1glg 08ak 1iqs 07rw 14a04 09bw
AST4 America/Martinique
 -240/0/AST,-180/60/ADT 17pn4 0cyk
CST6CDT,M3.2.0,M11.1.0 America/Matamoros
 -360/0/CST,-300/60/CDT 1dpvk 0fjw 15l6s 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1e04 0avw 1e04 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1adg
MST7 America/Mazatlan Mexico/BajaSur
 -420/0/MST,-360/60/MDT 1jqmc 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1e04 0avw 1e04 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw
CST6CDT,M3.2.0,M11.1.0 America/Menominee
 -300/0/EST,-300/60/CDT,-360/0/CST 12hy4 2dhc 156s 2lrw 18tg 2i58 1dhg 2dzw 1cys 2dzw 1dhg 2dh8 1dhg 2dh8 1dhg 2dh8 1dhg 2dh8 1dhg 2dzw 1cys 2dzw 1dhg 2dh8 1dhg 2dh8 1dhg 2dh8 1bxg 2f18 1bxg 2fjw 1bes 2fjw 1bes 2fjw 1bxg 2f18 1bxg 2f18 1bxg 2fjw 1bes 2fjw 1bes 2fjw 1bxg 2f18 1bxg 2f18 1bxg 2f18 1bxg 2fjw 1bes 2fjw 1bes 2fjw 1bxg 2f18 1bxg 2f18 1bxg 2fjw 1bes 2fjw 1bes 2fjw 19us
CST6 America/Merida
 -360/0/CST,-300/0/EST,-300/60/CDT 1908w 0n18 2a3c4 0f18 2bxg 0f18 2bxg 0f18 2bxg 0fjw 2bes 0fjw 2e04 0avw 2e04 0f18 2bxg 0f18 2bxg 0fjw 2bes 0fjw 2bes 0fjw 2bes 0fjw 2bxg 0f18 2bxg 0f18 2bxg 0fjw 2bes 0fjw 2bes 0fjw 2bxg 0f18 2bxg 0f18 2bxg 0f18 2bxg 0fjw 2bes 0fjw 2bes 0fjw 2bxg 0f18 2bxg 0f18 2bxg 0fjw 2bes 0fjw
AKST9AKDT,M3.2.0,M11.1.0 America/Metlakatla
 -480/0/PST,-420/60/PDT,-540/0/AKST,-480/60/AKDT 18js 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 156s 0lrw 18tg 0i58 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 2o1xg 39us 2hmk 39c4 2hmk 39c4 0hmk 25pc
CST6 America/Mexico_City Mexico/General
 -360/0/CST,-300/60/CDT 1jqm8 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1e04 0avw 1e04 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw
<-03>3<-02>,M3.2.0,M11.1.0 America/Miquelon
 -240/0/AST,-180/0/-03,-120/60/-02 17rhs 257es 1f18 2bxg 1fjw 2bes 1fjw 2bes 1fjw 2bxg 1f18 2bxg 1f18 2bxg 1fjw 2bes 1fjw 2bes 1fjw 2bxg 1f18 2bxg 1f18 2bxg 1f18 2bxg 1fjw 2bes 1fjw 2bes 1fjw 2bxg 1f18 2bxg 1f18 2bxg 1fjw 2bes 1fjw 2bes 1fjw 29us
AST4ADT,M3.2.0,M11.1.0 America/Moncton
 -240/0/AST,-180/60/ADT 1s 15xfc0 09cyk0 19d440 09px80 19d440 09cyk0 1s36s0 09cyk0 19d440 09cyk0 19d440 09px80 1905g0 09px80 19d440 09cyk0 19d440 09cyk0 19d440 09cyk0 19d440 09cyk0 19d440 09px80 1905g0 09px80 19d440 09cyk0 19d440 09cyk0 19d440 09cyk0 18a840 0afuk0 18a840 0ast80 17x9g0 0ast80 17x9g0 0ast80 18a840 0afuk0 18a840 0afuk0 18a2lo 0ast80 17x9g0 0ast80 17x9g0 0ast80 18a840 0afuk0 18a840 0afuk0 18a840 0afuk0 18a840 0ast80 17x9g0 0ast80 17x9g0 0ast80 18a840 0afuk0 18a840 0afuk0 18a840 0ast80 17x9g0 0ast80 17x9g0 0ast80 16uiyc
CST6 America/Monterrey
 -360/0/CST,-300/60/CDT 1dpvk 0fjw 15l6s 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1e04 0avw 1e04 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw
<-03>3 America/Montevideo
 -180/0/-03,-120/60/-02,-90/90/-0130,-150/30/-0230 18gc 03p8 11eas 067w 214g4 3456 0cys 18aq 0798 11ao4 05p8 1k84 06qk 1l9g 05p8 145g 0nuk 15tk4 05mk 1l9g 067w 1hms 08t8 1hms 09uk 1hms 09bw 1h44 09uk 18oo4 0e04 1eis 0bek 1f1g 0bx8 1fk4 0bek 1fk4 0bek 1fk4 0bx8 1f1g 0bx8 1f1g 0bx8 1fk4 0bek 1fk4 0bek 1fk4 0bek
EST5EDT,M3.2.0,M11.1.0 America/Montreal America/Nassau America/Nipigon America/Thunder_Bay America/Toronto Canada/Eastern
 -300/0/EST,-240/60/EDT 18jg 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 19us
EST5EDT,M3.2.0,M11.1.0 America/New_York EST5EDT US/Eastern
 -300/0/EST,-240/60/EDT 18jg 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 156s 0lrw 18tg 0i58 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 19us
AKST9AKDT,M3.2.0,M11.1.0 America/Nome
 -660/0/BST,-600/60/BDT,-540/0/YST,-540/0/AKST,-480/60/AKDT 18k4 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 156s 0lrw 18tg 0i58 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 2dzw 32ac 4b6w 3dh8 4dhg 3dh8 4dhg 3dh8 4bxg 3f18 4bxg 3fjw 4bes 3fjw 4bes 3fjw 4bxg 3f18 4bxg 3f18 4bxg 3fjw 4bes 3fjw 4bes 3fjw 4bxg 3f18 4bxg 3f18 4bxg 3f18 4bxg 3fjw 4bes 3fjw 4bes 3fjw 4bxg 3f18 4bxg 3f18 4bxg 3fjw 4bes 3fjw 4bes 3fjw 49us
<-02>2 America/Noronha Brazil/DeNoronha
 -120/0/-02,-60/60/-01 1bwg8 09uk 1glg 08ak 1iqs 07rw 1io4 07rw 1j6s 08t8 178tg 0avw 1glg 0ik 1qys 09bw
CST6CDT,M3.2.0,M11.1.0 America/North_Dakota/Beulah
 -420/0/MST,-360/60/MDT,-360/0/CST 18jo 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 156s 0lrw 18tg 0i58 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 19us 0hmk 19c4 0hmk 19c4 0hmk 19us 2hmk
CST6CDT,M3.2.0,M11.1.0 America/North_Dakota/Center
 -420/0/MST,-360/60/MDT,-360/0/CST,-300/60/CDT 18jo 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 156s 0lrw 18tg 0i58 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 2f18 3bxc 2fjw 3bes 2fjw 3bes 2fjw 3bxg 2f18 3bxg 2f18 3bxg 2f18 3bxg 2fjw 3bes 2fjw 3bes 2fjw 3bxg 2f18 3bxg 2f18 3bxg 2fjw 3bes 2fjw 3bes 2fjw 39us
CST6CDT,M3.2.0,M11.1.0 America/North_Dakota/New_Salem
 -420/0/MST,-360/60/MDT,-360/0/CST,-300/60/CDT 18jo 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 156s 0lrw 18tg 0i58 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 2f18 3bxc 2fjw 3bes 2fjw 3bes 2fjw 39us
CST6CDT,M3.2.0,M11.1.0 America/Ojinaga
 -360/0/CST,-300/60/CDT,-360/60/MDT,-420/0/MST 1jqm8 0f18 1bxg 0f18 2bxk 3f18 2bxg 3fjw 2bes 3fjw 2e04 3avw 2e04 3f18 2bxg 3f18 2bxg 3fjw 2bes 3fjw 2bes 3fjw 2bes 3fjw 2bxg 3f18 2bxg 3f18 2adg 3hmk 29c4 3hmk 29c4 3hmk 29c4 3hmk 29c4 3hmk 29c4 3hmk 29us 3hmk 29c4 3hmk 29c4 3hmk 29c4 3hmk 29c4 3hmk 29us 3hmk 29c4 0h3w 19uo
<-03>3 America/Paramaribo
 -210/0/-0330,-180/0/-03 1b31q
EST5EDT,M3.2.0,M11.1.0 America/Port-au-Prince
 -300/0/EST,-240/60/EDT 1a14k 0cyk 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1bxk 0fk0 1beo 0fk0 1beo 0fk0 1bxc 0f1c 1bxc 0f1c 1bxc 0fk0 1beo 0fk0 1beo 0fk0 1bxc 0f1c 1bxc 0f1c 15l6k 0fjw 1bes 0fjw 14170 0hmk 19c4 0hmk 19c4 0hmk 19c4 0hmk 110tg
<-05>5 America/Porto_Acre America/Rio_Branco Brazil/Acre
 -300/0/-05,-240/60/-04,-240/0/-04 1bwgk 09uk 1glg 08ak 1iqs 07rw 2fbc4 041jw
<-04>4 America/Porto_Velho
 -240/0/-04,-180/60/-03 1bwgg 09uk 1glg 08ak 1iqs 07rw
<-03>3 America/Punta_Arenas
 -180/60/-03,-240/0/-04,-180/0/-03 16gc 0eis 1bek 0fk4 1bek 0g2s 1avw 0f1g 1bx8 0g2s 1avw 0g2s 1bek 0fk4 1bek 0fk4 1bek 0g2s 1avw 0g2s 1avw 0g2s 1bek 0fk4 1bek 0fk4 1bek 0fk4 1bek 0g2s 1avw 0g2s 1avw 0g2s 1dh8 0dhg 1bek 0fk4 1bek 0g2s 1avw 0e04 1cyk 0g2s 1bek 0fk4 1bek 0fk4 1bek 0fk4 1bek 0g2s 1avw 0g2s 1cfw 0eis 1bek 0eis 1dzw 0e04 1bek 0g2s 1avw 0g2s 1avw 0g2s 1avw 0g2s 1bek 0fk4 1bek 0fk4 1bek 0g2s 1avw 0g2s 1cfw 0eis 1bek 0fk4 1cyk 0e04 1fjw 07s4 1inw 09c4 1hmk 09us 1h3w 09us 119mk 06qs 28ak
CST6CDT,M3.2.0,M11.1.0 America/Rainy_River America/Winnipeg Canada/Central
 -360/0/CST,-300/60/CDT 18jk 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1cyo 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1cyo 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1bxc 0f1c 1bxc 0fk0 1beo 0fk0 1beo 0fk0 1bxc 0f1c 1bxc 0f1c 1bxc 0fk0 1beo 0fk0 1beo 0fk0 1bxc 0f1c 1bxc 0f1c 1bxc 0f1c 1bxc 0fk0 1beo 0fk0 1beo 0fk0 1bxc 0f1c 1bxc 0f1c 1bxc 0fk0 1beo 0fk0 1beo 0fjw 19us
CST6CDT,M3.2.0,M11.1.0 America/Rankin_Inlet
 -360/0/CST,-300/60/CDT,-300/0/EST 11qzk 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 2fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 19us
<-03>3 America/Recife
 -180/0/-03,-120/60/-02 1bwgc 09uk 1glg 08ak 1iqs 07rw 1io4 07rw 1j6s 08t8 178tg 0avw 1glg 0ik 1qys 09bw
CST6 America/Regina Canada/Saskatchewan
 -360/0/CST
CST6CDT,M3.2.0,M11.1.0 America/Resolute
 -360/0/CST,-300/60/CDT,-300/0/EST 11qzk 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 2fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 2fjw 19us
<-03>3 America/Santarem
 -240/0/-04,-180/60/-03,-180/0/-03 1bwgg 09uk 1glg 08ak 1iqs 07rw 2fbc4
<-04>4<-03>,M9.1.6/24,M4.1.6/24 America/Santiago Chile/Continental
 -180/60/-03,-240/0/-04 16gc 0eis 1bek 0fk4 1bek 0g2s 1avw 0f1g 1bx8 0g2s 1avw 0g2s 1bek 0fk4 1bek 0fk4 1bek 0g2s 1avw 0g2s 1avw 0g2s 1bek 0fk4 1bek 0fk4 1bek 0fk4 1bek 0g2s 1avw 0g2s 1avw 0g2s 1dh8 0dhg 1bek 0fk4 1bek 0g2s 1avw 0e04 1cyk 0g2s 1bek 0fk4 1bek 0fk4 1bek 0fk4 1bek 0g2s 1avw 0g2s 1cfw 0eis 1bek 0eis 1dzw 0e04 1bek 0g2s 1avw 0g2s 1avw 0g2s 1avw 0g2s 1bek 0fk4 1bek 0fk4 1bek 0g2s 1avw 0g2s 1cfw 0eis 1bek 0fk4 1cyk 0e04 1fjw 07s4 1inw 09c4 1hmk 09us 1h3w 09us 119mk 06qs 1k7w 06qs 1k7w 06qs 1hmk 0bes 1fjw 0bes 1fjw 0bes 1fjw 0bxg
AST4 America/Santo_Domingo
 -270/30/-0430,-300/0/EST,-240/0/AST 13si 0i82 16fy 0l1e 162m 0kw2 167y 0kqq 16am 2ko2 1jjms 22lc
<-03>3 America/Sao_Paulo Brazil/East
 -180/0/-03,-120/60/-02 1bwgc 09uk 1glg 08ak 1iqs 07rw 1io4 07rw 1j6s 08t8 1io4 08t8 1i5g 08ak 1j6s 0798 1j6s 09bw 1hms 09bw 1hms 08t8 1hms 09uk 1h6s 0at8 1glg 09uk 1glg 0avw 1glg 09uk 1hms 09bw 1j6s 07rw 1i5g 08t8 1jc4 0858 1hms 09bw 1j6s 08ak 1h44 09bw 1i5g 08t8 1i5g 09bw 1hms 09bw 1hms 09uk 1hms 08t8 1i5g 08t8 1i5g 09bw 1hms 09bw 1hms 09bw 1hms 09bw 1j6s 07rw
<-02>2<-01>,M3.5.0/-1,M10.5.0/0 America/Scoresbysund
 -120/0/-02,-60/60/-01,0/120/+00,-60/0/-01,0/60/+00 17pn4 0cyo 2dh4 3dh8 4dhc 3dhc 4dhc 3dhc 4dhc 3e00 4dhc 3dhc 4dhc 3dhc 4dhc 3dhc 4dhc 3dhc 4dhc 3dhc 4dhc 3e00 4dhc 3dhc 4dhc 3dhc 4dhc 3dhc 4dhc 3dhc 4dhc 3dhc 4e00 3fk0 4beo 3fk0 4beo 3fk0 4beo 3g2o 4aw0 3g2o 4aw0 3g2o 4beo 3fk0 4beo 3fk0 4beo 3g2o 4aw0 3g2o 4aw0 3g2o 4aw0 3g2o 4beo 3fk0 4beo 3fk0 4beo 3g2o 4aw0 3g2o 4aw0 3g2o 4beo 3fk0 4beo 3fk0 4beo 3fk0 4beo 3g2o 4aw0 3g2o 4aw0 3g2o 4beo 3fk0 4beo 3fk0 4beo 3g2o 4aw0 3g2o 4aw0 3g2o 1beo
AKST9AKDT,M3.2.0,M11.1.0 America/Sitka
 -480/0/PST,-420/60/PDT,-540/0/YST,-540/0/AKST,-480/60/AKDT 18js 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 156s 0lrw 18tg 0i58 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 2dzw 32ao 4b6w 3dh8 4dhg 3dh8 4dhg 3dh8 4bxg 3f18 4bxg 3fjw 4bes 3fjw 4bes 3fjw 4bxg 3f18 4bxg 3f18 4bxg 3fjw 4bes 3fjw 4bes 3fjw 4bxg 3f18 4bxg 3f18 4bxg 3f18 4bxg 3fjw 4bes 3fjw 4bes 3fjw 4bxg 3f18 4bxg 3f18 4bxg 3fjw 4bes 3fjw 4bes 3fjw 49us
NST3:30NDT,M3.2.0,M11.1.0 America/St_Johns Canada/Newfoundland
 -210/0/NST,-150/60/NDT,-90/120/NDDT 1s 15xdy0 09cyk0 19d440 09px80 19d440 09cyk0 19d440 09cyk0 19d440 09cyk0 19d440 09cyk0 19d440 09px80 1905g0 09px80 19d440 09cyk0 19d440 09cyk0 19d440 09cyk0 19d440 09cyk0 19d440 09px80 1905g0 09px80 19d440 09cyk0 19d440 09cyk0 19d440 09cyk0 18a2lo 0afuk0 28a840 0asqg0 17xc80 0ast80 17x9g0 0ast80 18a840 0afuk0 18a840 0afuk0 18a840 0ast80 17x9g0 0ast80 17x9g0 0ast80 18a840 0afuk0 18a840 0afuk0 18a840 0afuk0 18a840 0ast80 17x9g0 0ast80 17x9g0 0ast80 18a840 0afuk0 18a840 0afuk0 18a840 0ast80 17x9g0 0ast80 17x9g0 0ast80 16udg0 0c8nw0 16hes0 0c8nw0 16hes0 0c8nw0 16udg0 0c8nw0 16hes0 0c8tec
CST6 America/Swift_Current
 -420/0/MST,-360/0/CST 11qzo
CST6 America/Tegucigalpa
 -360/0/CST,-300/60/CDT 1d0zc 0avw 1g2s 0avw 1d8is 06t8
AST4ADT,M3.2.0,M11.1.0 America/Thule
 -240/0/AST,-180/60/ADT 1fyrc 0dh8 1dhg 0dh8 1e04 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 19us
PST8PDT,M3.2.0,M11.1.0 America/Vancouver Canada/Pacific
 -480/0/PST,-420/60/PDT 18js 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 19us
MST7 America/Whitehorse Canada/Yukon
 -480/0/PST,-420/60/PDT,-420/0/MST 17r7s 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 19us 0hmk 19c4 0hmk 19c4 0hmk 19us 0hmk 19c4 0hmk 19c4 0hmk 19c4 0hmk 19c4 0hmk 19c4 0hmk 19us 0hmk 19c4 0hmk 19c4 0hmk 19c4 0hmk 19c4 2hmc
AKST9AKDT,M3.2.0,M11.1.0 America/Yakutat
 -540/0/YST,-480/60/YDT,-540/0/AKST,-480/60/AKDT 18jw 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 156s 0lrw 18tg 0i58 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 22ak 3b6w 2dh8 3dhg 2dh8 3dhg 2dh8 3bxg 2f18 3bxg 2fjw 3bes 2fjw 3bes 2fjw 3bxg 2f18 3bxg 2f18 3bxg 2fjw 3bes 2fjw 3bes 2fjw 3bxg 2f18 3bxg 2f18 3bxg 2f18 3bxg 2fjw 3bes 2fjw 3bes 2fjw 3bxg 2f18 3bxg 2f18 3bxg 2fjw 3bes 2fjw 3bes 2fjw 39us
<+08>-8 Antarctica/Casey
 480/0/+08,660/0/+11 1s 1kro7c0 073bo0 1uz1o0 060l80 12fnh80 0pz9g0 1at4c0 089u80 1acgc0 080no0 1asw1o 089wyc 1ag5po 089wyc 1ag5po 084lac
<+07>-7 Antarctica/Davis
 420/0/+07,300/0/+05 1twng 0ao4 11858 08o4
<+10>-10 Antarctica/DumontDUrville Etc/GMT-10 Pacific/Chuuk Pacific/Port_Moresby Pacific/Truk Pacific/Yap
 600/0/+10
AEST-10AEDT,M10.1.0,M4.1.0/3 Antarctica/Macquarie
 660/60/AEDT,600/0/AEST 14v4 0h40 1adc 0h40 18tc 0i5c 19c0 0hmo 19c0 0hmo 19c0 0hmo 19uo 0hmo 19c0 0hmo 19c0 0hmo 19c0 0hmo 19c0 0hmo 19c0 0hmo 1beo 0g2o 1aw0 0g2o 19c0 0hmo 19c0 0hmo 19c0 0h40 1aw0 0glc 1aw0 0glc 1adc 0glc 1adc 0glc 1beo 0e00 1cyo 0e00 1cyo 0e00 1cyo 0e00 1cyo 0e00 1dhc 0e00 1cyo 0e00 1cyo 0e00 1cyo 0e00 1cyo 0beo 1fk0 0eio 1cyo 0e00 1cyo 0e00 1cyo 0e00 1cyo 0e00 1dhc 0dhc 1cyo 0eio 1dhc 0dhc 1dhc 0dhc 114g0
<+05>-5 Antarctica/Mawson
 360/0/+06,300/0/+05 1twnk
NZST-12NZDT,M9.5.0,M4.1.0/3 Antarctica/McMurdo Antarctica/South_Pole NZ Pacific/Auckland
 720/0/NZST,780/60/NZDT 13muw 08ao 1i5c 09uo 1hmo 09c0 1hmo 09c0 1hmo 09c0 1hmo 09c0 1hmo 09c0 1hmo 09uo 1hmo 09c0 1hmo 09c0 1hmo 09c0 1hmo 09c0 1hmo 09c0 1hmo 09uo 1hmo 09c0 1g2o 0bxc 1f1c 0bxc 1f1c 0bxc 1f1c 0cg0 1eio 0cg0 1eio 0cg0 1eio 0cg0 1f1c 0bxc 1f1c 0bxc 1f1c 0cg0 1eio 0cg0 1eio 0cg0 1f1c 0bxc 1f1c 0bxc 1f1c 0cg0 1eio 0cg0 1eio 0cg0 1eio 0cg0 1eio
<-03>3 Antarctica/Palmer
 -180/0/-03,-120/60/-02,-240/0/-04,-180/60/-03 131v0 0798 260g4 3c04 2bek 3fk4 2bek 3g2s 2avw 3g2s 2avw 3g2s 2dh8 3dhg 2bek 3fk4 2bek 3g2s 2avw 3e04 2cyk 3g2s 2bek 3fk4 2bek 3fk4 2bek 3fk4 2bek 3g2s 2avw 3g2s 2cfw 3eis 2bek 3eis 2dzw 3e04 2bek 3g2s 2avw 3g2s 2avw 3g2s 2avw 3g2s 2bek 3fk4 2bek 3fk4 2bek 3g2s 2avw 3g2s 2cfw 3eis 2bek 3fk4 2cyk 3e04 2fjw 37s4 2inw 39c4 2hmk 39us 2h3w 39us 219mk 36qs 08ak
<-03>3 Antarctica/Rothera
 0/0/-00,-180/0/-03 15740
<+03>-3 Antarctica/Syowa Asia/Aden Asia/Kuwait Asia/Riyadh Etc/GMT-3
 180/0/+03
<+00>0<+02>-2,M3.5.0/1,M10.5.0/3 Antarctica/Troll
 0/0/-00,0/0/+00 1qe2o
<+05>-5 Antarctica/Vostok
 420/0/+07,0/0/-00,300/0/+05 1i3lw 0k8s 2lw24
CET-1CEST,M3.5.0,M10.5.0/3 Arctic/Longyearbyen Atlantic/Jan_Mayen Europe/Berlin Europe/Copenhagen Europe/Oslo Europe/Stockholm
 60/0/CET,120/60/CEST 17pms 0cyo 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00
"""
_SECOND = """\
<+05>-5 Asia/Almaty
 360/0/+06,420/60/+07,360/60/+06,300/0/+05 18ga0 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 2dhc 3dhg 08ao 156k 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00 0fk0 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 3ej14
<+03>-3 Asia/Amman
 120/0/EET,180/60/EEST,180/0/+03 12kqg 08nw 1fpg 0bbw 1fpg 0bbw 1fs4 0dmk 1des 0bbw 1fms 0bbw 14vxg 0djw 1dpg 0dh8 1dhg 0dh8 1dhg 0dzw 1fs4 0b6k 1f1g 0bx8 1edg 0c2k 1eis 0cyk 1dhg 0dh8 1dhg 0cfw 1f1g 0bxc 1f1c 0cg0 1eio 0cg0 1eio 0cg0 1l6o 06ao 1dxc 0dk0 1deo 0dk0 1dhc 0dhc 1dhc 0fk0 1beo 0f1c 1cg0 0dhc 1dhc 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 01anw 179g 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 18tc 2i5c
<+12>-12 Asia/Anadyr
 780/0/+13,840/60/+14,780/60/+13,720/0/+12,720/60/+12,660/0/+11 18g98 0djw 2dhg 3dk0 2dhg 3djw 2dk4 3dhk 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2dhc 3e00 4dhc 5dhg 38ao 256k 3dhc 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2e00 3fk0 2beo 3fk0 2beo 3fk0 2beo 3g2o 2aw0 3g2o 2aw0 3g2o 2beo 3fk0 2beo 3fk0 2beo 3g2o 2aw0 3g2o 2aw0 3g2o 2aw0 3g2o 2beo 3fk0 2beo 3fk0 4beo 5g2s 3aw0
<+05>-5 Asia/Aqtau
 300/0/+05,360/0/+06,360/60/+06,300/60/+05,240/0/+04 18tu4 2dh8 0dk0 2dhg 0djw 2dk4 0dhk 2dhc 0dhc 2dhc 0dhc 2dhc 0dhc 2dhc 0dhc 2dhc 0dhc 2dhc 0e00 3dhc 4dhg 08ao 256k 0dhc 2dhc 0dhc 2dhc 4dhc 3dhg 4dhc 3e00 4fk0 3beo 4fk0 3beo 4fk0 3beo 4g2o 3aw0 4g2o 3aw0 4g2o 3beo 4fk0 3beo 4fk0 3beo 0g2o
<+05>-5 Asia/Aqtobe
 300/0/+05,360/60/+06,360/0/+06,300/60/+05,240/0/+04 18ga4 2djw 1dhc 0dk0 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 3dhc 4dhg 08ao 156k 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00 0fk0 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o
<+05>-5 Asia/Ashgabat Asia/Ashkhabad
 300/0/+05,360/60/+06,300/60/+05,240/0/+04 18ga4 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 2dhc 3dhg 08ao
<+05>-5 Asia/Atyrau
 300/0/+05,360/0/+06,360/60/+06,300/60/+05,240/0/+04 18tu4 2dh8 0dk0 2dhg 0djw 2dk4 0dhk 2dhc 0dhc 2dhc 0dhc 2dhc 0dhc 2dhc 0dhc 2dhc 0dhc 2dhc 0e00 3dhc 4dhg 08ao 256k 0dhc 2dhc 0dhc 2dhc 0dhc 2dhc 0dhc 2e00 0fk0 2beo 0fk0 2beo 0fk0 3beo 4g2s 3aw0 4g2o 3aw0 4g2o 3beo 4fk0 3beo 4fk0 3beo 0g2o
<+03>-3 Asia/Baghdad
 180/0/+03,240/60/+04 199jo 0bbw 1des 0dmk 1dk4 0djw 1dhg 0des 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dk8 0dk0 1dk0 0dk0 1dhc 0dk0 1dhc 0dk0 1dhc 0dk0 1dk0 0dk0 1dhc 0dk0 1dhc 0dk0 1dhc 0dk0 1dk0 0dk0 1dhc 0dk0 1dhc 0dk0 1dhc 0dk0 1dk0 0dk0 1dhc 0dk0 1dhc 0dk0 1dhc 0dk0
<+03>-3 Asia/Bahrain Asia/Qatar
 240/0/+04,180/0/+03 11tbk
<+04>-4 Asia/Baku
 240/0/+04,300/60/+05,240/60/+04,180/0/+03 18ga8 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 2dhc 3dhg 2dhc 0dhc 12mw8 0fk0 1bek 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0fk0
<+07>-7 Asia/Bangkok Asia/Phnom_Penh Asia/Vientiane Etc/GMT-7 Indian/Christmas
 420/0/+07
<+07>-7 Asia/Barnaul
 420/0/+07,480/60/+08,420/60/+07,360/0/+06 18g9w 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 2dhc 3dhg 08ao 156k 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 24no 38ts 2e00 3fk0 2beo 3fk0 2beo 3fk0 2beo 3g2o 2aw0 3g2o 2aw0 3g2o 2beo 3fk0 2beo 3fk0 2beo 3g2o 2aw0 3g2o 2aw0 3g2o 2aw0 3g2o 2beo 3fk0 2beo 3fk0 2beo 3g2o 0aw0 32oyk 012dg
EET-2EEST,M3.5.0/0,M10.5.0/0 Asia/Beirut
 120/0/EET,180/60/EEST 11uvs 07h8 1fpg 0bbw 1fpg 0bbw 1fpg 0bbw 1fs4 0bbw 1fpg 0bbw 1fms 0bbw 14744 0cfw 1elg 0cfw 1elg 0cfw 1elg 0cfw 1gys 0a58 1f9g 0brw 1elg 0cfw 1elg 0cfw 1eo4 0bjw 1cys 0dh8 1dhg 0dh8 1dhg 0dh8 1e04 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg
<+06>-6 Asia/Bishkek
 360/0/+06,420/60/+07,360/60/+06,300/0/+05 18ga0 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 2dhc 3bc0 2gnw 3cfw 2eis 3cfw 2eis 3cfw 2eis 3cfw 2eis 3cyk 2dhq 3fjw 2bes 3fjw 2bes 3g2k 2aw4 3g2k 2aw4 3g2k 2bes 3fjw 2bes 3fjw 2bes 3g2k 2aw4 0a7m
<+08>-8 Asia/Brunei Asia/Kuching Etc/GMT-8
 480/0/+08
IST-5:30 Asia/Calcutta Asia/Kolkata
 330/0/IST
<+09>-9 Asia/Chita
 540/0/+09,600/60/+10,540/60/+09,480/0/+08,600/0/+10 18g9o 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 2dhc 3dhg 08ao 156k 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00 0fk0 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 4aw0 32oyk 012dk
<+08>-8 Asia/Choibalsan Asia/Ulaanbaatar Asia/Ulan_Bator
 420/0/+07,480/0/+08,540/60/+09 160f8 23xx8 1djw 2dk4 1dh8 2dhg 1dh8 2dhg 1dh8 2dhg 1dh8 2dhg 1dh8 2dhg 1dh8 2dhg 1dzw 2dhg 1dh8 2dhg 1dh8 2dhg 1dh8 2dhg 1dh8 2dhg 1dh8 2e04 1dh8 2dhg 1dh8 2dhg 1dh8 21xxo 1bek 2dhg 1dh8 2dhg 1dh8 2dhg 1dh8 2dhg 1dh8 2dhg 1dzw 26dpg 1dh0 2dho 1dh0
CST-8 Asia/Chongqing Asia/Chungking Asia/Harbin Asia/Shanghai PRC
 480/0/CST,540/60/CDT 1c9zc 09uk 1fk4 0bek 1g2s 0avw 1g2s 0bek 1fk4 0bek 1fk4 0bek
<+0530>-5:30 Asia/Colombo
 330/0/+0530,390/0/+0630,360/0/+06 1ju4q 2bem 0745e
<+06>-6 Asia/Dacca Asia/Dhaka
 360/0/+06,420/60/+07 1tnr8 0eg0
<+03>-3 Asia/Damascus
 120/0/EET,180/60/EEST,180/0/+03 18w0 0bbw 1fpg 0bbw 1fs4 0bbw 1fpg 0bbw 1fpg 0bbw 1fpg 0bbw 1fs4 0bbw 1fpg 093w 1hxg 093w 13gis 0cyk 1e5g 0cyk 1119g 0hek 1alg 0i2k 1a2s 0h18 1b6s 0dmk 1dhg 0dh8 1djw 0djw 1e2s 0d18 1d1g 0djw 1dxg 0djw 1dhg 0djw 1dk4 0djw 1des 0dmk 1dc4 0dp8 1dhg 0djw 1dk4 0djw 1dhg 0djw 1dhg 0djw 1dhg 0djw 1dk4 0djw 1dhg 0djw 1dhg 0cvw 1e04 0g2k 1bes 0fmk 1atg 0g2k 1bes 0fjw 1bes 0fjw 1bes 0fjw 1bes 0fjw 1bes 0g2k 1aw4 0g2k 1aw4 0g2k 1bes 0fjw 1bes 0fjw 1bes 0fjw 1bes 0g2k 1aw4 0g2k 1aw4 2g2k
<+09>-9 Asia/Dili
 540/0/+09,480/0/+08 14rdo 0ibhg
<+04>-4 Asia/Dubai Asia/Muscat Etc/GMT-4 Indian/Mahe Indian/Reunion
 240/0/+04
<+05>-5 Asia/Dushanbe
 360/0/+06,420/60/+07,360/60/+06,300/0/+05 18ga0 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 2dhc 3c04
EET-2EEST,M3.5.0/3,M10.5.0/4 Asia/Famagusta
 120/0/EET,180/60/EEST,180/0/+03 13yt4 0dh8 1g04 0b18 1cw4 0cyk 1e04 0djw 1des 0dh8 1e04 0cyk 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1e04 0dh8 1dhg 0dh8 1dhg 0fkc 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0fk0 1beo 2c7k 0uts
EET-2EEST,M3.4.4/50,M10.4.4/50 Asia/Gaza
 120/0/IST,180/60/IDT,120/0/EET,180/60/EEST 1s 12crp40 051ek0 19q2s0 06u7w0 12kjk40 025s00 11weyo0 05reo0 1bvs00 0776k0 1dbpg0 05rbw0 1bbhg0 07rjw0 1asys0 07k580 1c8tg0 06h980 1ag040 07x3w0 1asys0 08a2k0 1asys0 08a2k0 1ap9g0 080t80 1ap9g0 07nuk0 1b2840 080t80 266as0 34vxc0 28n400 3a2yo0 28n400 3a2yo0 28n400 3asw00 29cyk0 39q2s0 29cyk0 39d440 29cyk0 39d440 29cyk0 39d440 29cyk0 39d440 28n400 3a2yo0 28ulg0 397ek0 28y580 39ts40 28hms0 3a4qk0 27x3w0 3asys0 28a5c0 3ahs1o 271mic 3bzk5o 269uic 3cg840 2902o0 39q000 29cyk0 39d440 2ast80 37z440 2ar1c0 37z440 2b5rw0 37kas0 2b5rw0 37kas0 2b5rw0 37vc00 2aunw0 37x9g0 2asw00 37x6o0 2b4000 37nxc0 2b42s0 39d440 29cyk0 3905g0 29px80 38n6s0 2a2vw0 37x9g0 2ast80 37x9g0 2b5rw0 37kas0 2b5rw0 37kas0 2b5rw0 37x9g0 2ast80 37x9g0 2ast80 37x9g0 2b5rw0 37kas0 2b5rw0 37kas0 2b5rw0 37kas0 2b5rw0 37x9g0 2afuk0 38a840 2a2vw0 38n6s0 29cyk0 39d440 28zzw0 39q2s0 28a2k0 32itg0 2cvw0 37x9g0 27k580 325us0 212t80 37x9g0 2776k0 325us0 21frw0 37x9g0 26h980 32itg0 21sqk0 37x9g0 264ak0 325us0 22vmk0 37kas0 25rbw0 325us0 238l80 37kas0 251ek0 32itg0 23ljw0 37x9g0 24bh80 325us0 24bh80 37x9g0 23ljw0 32itg0 24ofw0 37x9g0 238l80 325us0 25rbw0 37kas0 22vmk0 325us0 264ak0 37kas0 225p80 32itg0 26h980 37x9g0 21frw0 325us0 2776k0 37x9g0 2puk0 32itg0 27k580 37x9g0 2cvw0 32itg0 27x3w0 3a31g0 28zzw0 39d440 29cyk0 38n6s0 2a2vw0 38a840 2afuk0 37x9g0 2ast80 37x9g0 2b5rw0 37kas0 2b5rw0 37kas0 2b5rw0 37kas0 2b5rw0 37x9g0 2ast80 37x9g0 2ast80 37x9g0 2b5rw0 37kas0 2b5rw0 37kas0 2ast80 38a840 2a2vw0 38n6s0 29px80 3905g0 28zzw0 39q2s0 28n180 325us0 2cvw0 37kas0 28a2k0 325us0 2puk0 37kas0 27k580 32itg0 212t80 37x9g0 26u7w0 325us0 21sqk0 37x9g0 264ak0 32itg0 225p80 37x9g0 25rbw0 32itg0 22vmk0 37kas0 25ed80 325us0 23ljw0 37kas0 24ofw0 32itg0 23yik0 37x9g0 23yik0 325us0 24ofw0 37x9g0 23ljw0 325us0 251ek0 37x9g0 22vmk0 32itg0 25ed80 37x9g0 22inw0 325us0 26h980 37kas0 21sqk0 32itg0 26u7w0 37kas0 21frw0 32itg0 2776k0 37x9g0 2puk0 325us0
EET-2EEST,M3.4.4/50,M10.4.4/50 Asia/Hebron
 120/0/IST,180/60/IDT,120/0/EET,180/60/EEST 1s 12crp40 051ek0 19q2s0 06u7w0 12kjk40 025s00 11weyo0 05reo0 1bvs00 0776k0 1dbpg0 05rbw0 1bbhg0 07rjw0 1asys0 07k580 1c8tg0 06h980 1ag040 07x3w0 1asys0 08a2k0 1asys0 08a2k0 1ap9g0 080t80 1ap9g0 07nuk0 1b2840 080t80 266as0 34vxc0 28n400 3a2yo0 28n400 3a2yo0 28n400 3asw00 29cyk0 39q2s0 29cyk0 39d440 29cyk0 39d440 29cyk0 39d440 29cyk0 39d440 28n400 3a2yo0 28ulg0 397ek0 28y580 39ts40 28hms0 3a4qk0 282nw0 3anes0 28a5c0 3afxc0 273h80 3bzk5o 269uic 31hs40 21lbw0 39d440 2902o0 39q000 29cyk0 39d440 2ast80 37z440 2ar1c0 37z440 2b5rw0 37kas0 2b5rw0 37kas0 2b5rw0 37vc00 2aunw0 37x9g0 2asw00 37x6o0 2b4000 37nxc0 2b42s0 39d440 29cyk0 3905g0 29px80 38n6s0 2a2vw0 37x9g0 2ast80 37x9g0 2b5rw0 37kas0 2b5rw0 37kas0 2b5rw0 37x9g0 2ast80 37x9g0 2ast80 37x9g0 2b5rw0 37kas0 2b5rw0 37kas0 2b5rw0 37kas0 2b5rw0 37x9g0 2afuk0 38a840 2a2vw0 38n6s0 29cyk0 39d440 28zzw0 39q2s0 28a2k0 32itg0 2cvw0 37x9g0 27k580 325us0 212t80 37x9g0 2776k0 325us0 21frw0 37x9g0 26h980 32itg0 21sqk0 37x9g0 264ak0 325us0 22vmk0 37kas0 25rbw0 325us0 238l80 37kas0 251ek0 32itg0 23ljw0 37x9g0 24bh80 325us0 24bh80 37x9g0 23ljw0 32itg0 24ofw0 37x9g0 238l80 325us0 25rbw0 37kas0 22vmk0 325us0 264ak0 37kas0 225p80 32itg0 26h980 37x9g0 21frw0 325us0 2776k0 37x9g0 2puk0 32itg0 27k580 37x9g0 2cvw0 32itg0 27x3w0 3a31g0 28zzw0 39d440 29cyk0 38n6s0 2a2vw0 38a840 2afuk0 37x9g0 2ast80 37x9g0 2b5rw0 37kas0 2b5rw0 37kas0 2b5rw0 37kas0 2b5rw0 37x9g0 2ast80 37x9g0 2ast80 37x9g0 2b5rw0 37kas0 2b5rw0 37kas0 2ast80 38a840 2a2vw0 38n6s0 29px80 3905g0 28zzw0 39q2s0 28n180 325us0 2cvw0 37kas0 28a2k0 325us0 2puk0 37kas0 27k580 32itg0 212t80 37x9g0 26u7w0 325us0 21sqk0 37x9g0 264ak0 32itg0 225p80 37x9g0 25rbw0 32itg0 22vmk0 37kas0 25ed80 325us0 23ljw0 37kas0 24ofw0 32itg0 23yik0 37x9g0 23yik0 325us0 24ofw0 37x9g0 23ljw0 325us0 251ek0 37x9g0 22vmk0 32itg0 25ed80 37x9g0 22inw0 325us0 26h980 37kas0 21sqk0 32itg0 26u7w0 37kas0 21frw0 32itg0 2776k0 37x9g0 2puk0 325us0
<+07>-7 Asia/Ho_Chi_Minh Asia/Saigon
 480/0/+08,420/0/+07 143b4
HKT-8 Asia/Hong_Kong Hongkong
 480/0/HKT,540/60/HKST 17zi 0dh8 1dhg 0dh8 1dhg 0dzw 1dhg 0dh8 156s 0lrw 1dhg 0dh8 1dhg 0dh8 11xhg 0bx8
<+07>-7 Asia/Hovd
 360/0/+06,420/0/+07,480/60/+08 160fc 23xx8 1djw 2dk4 1dh8 2dhg 1dh8 2dhg 1dh8 2dhg 1dh8 2dhg 1dh8 2dhg 1dh8 2dhg 1dzw 2dhg 1dh8 2dhg 1dh8 2dhg 1dh8 2dhg 1dh8 2dhg 1dh8 2e04 1dh8 2dhg 1dh8 2dhg 1dh8 21xxo 1bek 2dhg 1dh8 2dhg 1dh8 2dhg 1dh8 2dhg 1dh8 2dhg 1dzw 26dpg 1dh0 2dho 1dh0
<+08>-8 Asia/Irkutsk
 480/0/+08,540/60/+09,480/60/+08,420/0/+07,540/0/+09 18g9s 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 2dhc 3dhg 08ao 156k 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00 0fk0 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 4aw0 02oyk
<+03>-3 Asia/Istanbul Europe/Istanbul Turkey
 120/0/EET,180/60/EEST,180/0/+03,240/60/+04 12kik 0beo 1aw4 0g2k 1aas 0gnw 1adg 0gl8 1bes 0eik 1cg4 26ic 33tmw 24nw 0tc4 1clc 0bxc 1dk0 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1cyo 0e00 1dhc 0dhc 1e00 0fk0 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1aw8 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 1ayo 0g00 1aw0 0g2o 1beo 0fk0 1bhc 0fhc 1beo 0glc 1adc 2c4w
WIB-7 Asia/Jakarta
 420/0/WIB
WIT-9 Asia/Jayapura
 540/0/WIT
IST-2IDT,M3.4.4/26,M10.5.0 Asia/Jerusalem Asia/Tel_Aviv Israel
 120/0/IST,180/60/IDT 13e2g 0798 1e04 09uk 13p9g 0340 12qio 08ao 1h40 0ad8 1j6s 08ak 1gas 0b6k 1fk4 0avw 1hms 09bw 1f1g 0bek 1fk4 0bx8 1fk4 0bx8 1fes 0bjw 1fes 0b18 1fxg 0bjw 1edg 0dp8 1ds4 0d3w 1dus 0cl8 1ff0 0bek 1glg 0cyg 1dpg 0cfw 1ds4 0e7w 1cqs 0dzw 1dus 0cfw 1e5k 0e58 1ctg 0dmk 1dc4 0cl8 1edg 0e58 1ctg 0dmk 1dc4 0cl8 1ew4 0dmk 1dc4 0d3w 1dus
<+0430>-4:30 Asia/Kabul
 270/0/+0430
<+12>-12 Asia/Kamchatka
 720/0/+12,780/60/+13,720/60/+12,660/0/+11 18g9c 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 2dhc 3dhg 08ao 156k 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00 0fk0 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 2beo 3g2s 0aw0
PKT-5 Asia/Karachi
 300/0/+05,300/0/PKT,360/60/PKST 1x8s 2nbmo 1dh8 248ys 1bbw 2c84 1et8
<+06>-6 Asia/Kashgar Asia/Urumqi Etc/GMT-6
 360/0/+06
<+0545>-5:45 Asia/Kathmandu Asia/Katmandu
 330/0/+0530,345/0/+0545 1c0ve
<+09>-9 Asia/Khandyga
 540/0/+09,600/60/+10,540/60/+09,480/0/+08,600/0/+10,660/60/+11,660/0/+11 18g9o 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 2dhc 3dhg 08ao 156k 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00 0fk0 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 44yg 56g4 4g2o 5aw0 4g2o 5aw0 4g2o 5aw0 4g2o 5beo 4fk0 5beo 4fk0 5beo 4g2o 6aw0 4cl0 02cdo
<+07>-7 Asia/Krasnoyarsk
 420/0/+07,480/60/+08,420/60/+07,360/0/+06,480/0/+08 18g9w 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 2dhc 3dhg 08ao 156k 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00 0fk0 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 4aw0 02oyk
<+08>-8 Asia/Kuala_Lumpur Asia/Singapore Singapore
 450/0/+0730,480/0/+08 190n4
CST-8 Asia/Macao Asia/Macau
 480/0/CST,540/60/CDT 17zi 0dh8 1dhg 0dh8 1dhg 0dzw 1dhg 0dh8 156s 0lrw 1dhg 0dh8 1dhg 0dh8 11xhg 0bx8
<+11>-11 Asia/Magadan
 660/0/+11,720/60/+12,660/60/+11,600/0/+10,720/0/+12 18g9g 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 2dhc 3dhg 08ao 156k 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00 0fk0 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 4aw0 32oyk 014g8
WITA-8 Asia/Makassar Asia/Ujung_Pandang
 480/0/WITA
PST-8 Asia/Manila
 480/0/PST,540/60/PDT 15fr4 0d6k 19iis 053w
EET-2EEST,M3.5.0/3,M10.5.0/4 Asia/Nicosia Europe/Nicosia
 120/0/EET,180/60/EEST 13yt4 0dh8 1g04 0b18 1cw4 0cyk 1e04 0djw 1des 0dh8 1e04 0cyk 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1e04 0dh8 1dhg 0dh8 1dhg 0fkc
<+07>-7 Asia/Novokuznetsk
 420/0/+07,480/60/+08,420/60/+07,360/0/+06 18g9w 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 2dhc 3dhg 08ao 156k 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00 0fk0 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 2beo 3g2s 0aw0
<+07>-7 Asia/Novosibirsk
 420/0/+07,480/60/+08,420/60/+07,360/0/+06 18g9w 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 2dhc 3dhg 08ao 156k 0dhc 1dhc 2450 39cg 2dhc 3dhc 2dhc 3dhc 2e00 3fk0 2beo 3fk0 2beo 3fk0 2beo 3g2o 2aw0 3g2o 2aw0 3g2o 2beo 3fk0 2beo 3fk0 2beo 3g2o 2aw0 3g2o 2aw0 3g2o 2aw0 3g2o 2beo 3fk0 2beo 3fk0 2beo 3g2o 0aw0 32oyk 01b6s
<+06>-6 Asia/Omsk
 360/0/+06,420/60/+07,360/60/+06,300/0/+05,420/0/+07 18ga0 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 2dhc 3dhg 08ao 156k 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00 0fk0 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 4aw0 02oyk
<+05>-5 Asia/Oral
 300/0/+05,360/60/+06,360/0/+06,300/60/+05,240/0/+04 18ga4 2djw 1dhc 0dk0 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 3dhc 4dhg 3dhc 4e00 3dhc 4dhc 08ao 356k 4dhg 3dhc 4dhc 3dhc 4dhc 3dhc 4dhc 3e00 4fk0 3beo 4fk0 3beo 4fk0 3beo 4g2o 3aw0 4g2o 3aw0 4g2o 3beo 4fk0 3beo 4fk0 3beo 0g2o
WIB-7 Asia/Pontianak
 480/0/WITA,420/0/WIB 1dixs
KST-9 Asia/Pyongyang
 540/0/KST,510/0/KST 1ya70 021mo
<+05>-5 Asia/Qostanay
 300/0/+05,360/60/+06,360/0/+06,300/60/+05,240/0/+04 18ga4 2djw 1dhc 0dk0 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 3dhc 4dhg 08ao 156k 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00 0fk0 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 2g2o 0ej10
<+05>-5 Asia/Qyzylorda
 300/0/+05,360/60/+06,360/0/+06,300/60/+05 18ga4 2djw 1dhc 0dk0 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 3dhc 0dhg 28ak 156k 0dhg 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00 0fk0 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 2g2o 0amic
<+0630>-6:30 Asia/Rangoon Asia/Yangon Indian/Cocos
 390/0/+0630
<+11>-11 Asia/Sakhalin
 660/0/+11,720/60/+12,660/60/+11,600/0/+10 18g9g 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 2dhc 3dhg 08ao 156k 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00 0fk0 2beo 3fk4 2beo 3fk0 2beo 3g2o 2aw0 3g2o 2aw0 3g2o 2beo 3fk0 2beo 3fk0 2beo 3g2o 2aw0 3g2o 2aw0 3g2o 2aw0 3g2o 2beo 3fk0 2beo 3fk0 2beo 3g2o 0aw0 32oyk 012dg
<+05>-5 Asia/Samarkand
 300/0/+05,360/60/+06,360/0/+06 18ga4 2djw 1dhc 0dk0 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc
KST-9 Asia/Seoul ROK
 540/0/KST,600/60/KDT 1d1gk 0beo 1fk0 0beo
<+11>-11 Asia/Srednekolymsk
 660/0/+11,720/60/+12,660/60/+11,600/0/+10,720/0/+12 18g9g 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 2dhc 3dhg 08ao 156k 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00 0fk0 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 4aw0 02oyk
CST-8 Asia/Taipei ROC
 480/0/CST,540/60/CDT 136v4 0djw 1dhg 0djw 12tes 06t8
<+05>-5 Asia/Tashkent
 360/0/+06,420/60/+07,360/60/+06,300/0/+05 18ga0 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 2dhc 3dhg
<+04>-4 Asia/Tbilisi
 240/0/+04,300/60/+05,240/60/+04,180/0/+03 18ga8 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 2dhc 3dhg 2dh4 3dh8 2dhg 3dh8 2dhg 0dh8 1dhc 0dh8 1e04 016ik 1bes 0fjw 1bes 0g2k 1aw4 0g2k 1aw4 0g2k 1bes 0fjw 1bes 0fjw 1bes 26qk 39cg 0aw0
<+0330>-3:30 Asia/Tehran Iran
 210/0/+0330,270/60/+0430,240/0/+04,300/60/+05 15fbi 2fs0 3bhe 29uo 079c 1ele 08ik 1dms 0drw 17yys 0aik 1dhg 0dmk 1des 0dmk 1des 0dmk 1des 0dmk 1des 0dmk 1dhg 0dmk 1des 0dmk 1des 0dmk 1des 0dmk 1dhg 0dmk 1des 0dmk 1des 0dmk 1des 0dmk 1dhg 0dmk 11vhg 0dmk 1dhg 0dmk 1des 0dmk 1des 0dmk 1des 0dmk 1dhg 0dmk 1des 0dmk 1des 0dmk 1des 0dmk 1dhg 0dmk 1des 0dmk 1des 0dmk 1des 0dmk 1dhg 0dmk 1des 0dmk
<+06>-6 Asia/Thimbu Asia/Thimphu
 330/0/+0530,360/0/+06 1dc4q
JST-9 Asia/Tokyo Japan
 540/0/JST
<+07>-7 Asia/Tomsk
 420/0/+07,480/60/+08,420/60/+07,360/0/+06 18g9w 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 2dhc 3dhg 08ao 156k 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00 0fk0 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 22ao 3d9g 2beo 3fk0 2beo 3g2o 2aw0 3g2o 2aw0 3g2o 2aw0 3g2o 2beo 3fk0 2beo 3fk0 2beo 3g2o 0aw0 32oyk 0171g
<+10>-10 Asia/Ust-Nera
 540/0/+09,720/180/+12,660/0/+11,720/60/+12,660/60/+11,600/0/+10,720/0/+12 18g9o 2djo 1dhg 2djw 1dhg 2djw 1dk4 2dhk 3dhc 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2e00 4dhc 5dhg 28ao 356k 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2dhc 3e00 2fk0 3beo 2fk0 3beo 2fk0 3beo 2g2o 3aw0 2g2o 3aw0 2g2o 3beo 2fk0 3beo 2fk0 3beo 2g2o 3aw0 2g2o 3aw0 2g2o 3aw0 2g2o 3beo 2fk0 3beo 2fk0 3beo 2g2o 6aw0 2cl0 52cdo
<+10>-10 Asia/Vladivostok
 600/0/+10,660/60/+11,600/60/+10,540/0/+09,660/0/+11 18g9k 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 2dhc 3dhg 08ao 156k 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00 0fk0 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 4aw0 02oyk
<+09>-9 Asia/Yakutsk
 540/0/+09,600/60/+10,540/60/+09,480/0/+08,600/0/+10 18g9o 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 2dhc 3dhg 08ao 156k 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00 0fk0 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 4aw0 02oyk
<+05>-5 Asia/Yekaterinburg
 300/0/+05,360/60/+06,300/60/+05,240/0/+04,360/0/+06 18ga4 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 2dhc 3dhg 08ao 156k 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00 0fk0 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 4aw0 02oyk
<+04>-4 Asia/Yerevan
 240/0/+04,300/60/+05,240/60/+04,180/0/+03 18ga8 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 2dhc 3dhg 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2dhc 0dhc 114yk 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o
<-01>1<+00>,M3.5.0/0,M10.5.0/1 Atlantic/Azores
 -60/0/-01,0/60/+00,0/0/WET,60/60/WEST 1971g 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 26qs 36qk 1600 07hc 1dhc 0dhc 1dhc 0dhc 1e00
AST4ADT,M3.2.0,M11.1.0 Atlantic/Bermuda
 -240/0/AST,-180/60/ADT 138wo 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dzw 1cys 0dzw 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 1bxg 0f18 1bxg 0f18 1bxg 0fjw 1bes 0fjw 1bes 0fjw 19us
WET0WEST,M3.5.0/1,M10.5.0 Atlantic/Canary
 0/0/WET,60/60/WEST 17pmo 0cys 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00
<-01>1 Atlantic/Cape_Verde
 -120/0/-02,-60/0/-01 14fkg
WET0WEST,M3.5.0/1,M10.5.0 Atlantic/Faeroe Atlantic/Faroe
 0/0/WET,60/60/WEST 18g2s 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00
WET0WEST,M3.5.0/1,M10.5.0 Atlantic/Madeira
 0/0/WET,60/60/WEST 197k0 0cyo 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhg 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00
<-02>2 Atlantic/South_Georgia Etc/GMT+2
 -120/0/-02
<-03>3 Atlantic/Stanley
 -240/0/-04,-180/0/-03,-120/60/-02,-180/60/-03 1a0ls 2avw 1g2k 2adg 1gl8 3adg 0g2o 3aw4 0g2k 3aw4 0g2k 3aw4 0g2k 3aw4 0gl8 3adg 0gl8 3aw4 0g2k 3aw4 0g2k 3aw4 0g2k 3aw4 0g2k 3aw4 0gl8 3aw4 0g2k 3aw4 0g2k 3aw4 0g2k 3aw4 0g2k 3aw4 0g2s 3adg 0h3w 39us 0h3w 3adg 0gl8 3adg 0gl8 3adg 0gl8 3adg 0gl8 3adg 0h3w 3adg 0gl8 3adg 0gl8 1adg
AEST-10AEDT,M10.1.0,M4.1.0/3 Australia/ACT Australia/Canberra Australia/NSW Australia/Sydney
 600/0/AEST,660/60/AEDT 11dgg 08tc 1i5c 09c0 1hmo 09c0 1hmo 09c0 1hmo 09uo 1hmo 09c0 1hmo 09c0 1hmo 09c0 1hmo 09c0 1hmo 09c0 1hmo 0bxc 1fk0 09c0 1hmo 09c0 1hmo 09c0 1hmo 0adc 1g2o 0aw0 1glc 0aw0 1glc 0adc 1glc 09c0 1hmo 09c0 1hmo 09c0 1hmo 09uo 1hmo 09c0 1hmo 09c0 1hmo 0beo 1fk0 0beo 1fk0 0beo 1fk0 0beo 1g2o 0aw0 1beo 0fk0 1g2o 0beo 1fk0 0beo 1fk0 0beo 1g2o 0aw0 1g2o 0beo 1fk0 0aw0 1g2o
ACST-9:30ACDT,M10.1.0,M4.1.0/3 Australia/Adelaide Australia/South
 570/0/ACST,630/60/ACDT 11dgi 08tc 1i5c 09c0 1hmo 09c0 1hmo 09c0 1hmo 09uo 1hmo 09c0 1hmo 09c0 1hmo 09c0 1hmo 09c0 1hmo 09c0 1hmo 09uo 1hmo 09c0 1hmo 09c0 1hmo 09c0 1hmo 0adc 1g2o 0aw0 1glc 0aw0 1glc 0adc 1glc 0adc 1glc 09c0 1hmo 0aw0 1g2o 09uo 1hmo 0adc 1glc 0aw0 1g2o 0beo 1fk0 0beo 1fk0 0beo 1fk0 0beo 1g2o 0aw0 1g2o 0aw0 1g2o 0beo 1fk0 0beo 1fk0 0beo 1g2o 0aw0 1g2o 0beo 1fk0 0aw0 1g2o
AEST-10 Australia/Brisbane Australia/Queensland
 600/0/AEST,660/60/AEDT 11dgg 08tc 1da2o 09c0 1hmo 09c0 1hmo 09c0
ACST-9:30ACDT,M10.1.0,M4.1.0/3 Australia/Broken_Hill Australia/Yancowinna
 570/0/ACST,630/60/ACDT 11dgi 08tc 1i5c 09c0 1hmo 09c0 1hmo 09c0 1hmo 09uo 1hmo 09c0 1hmo 09c0 1hmo 09c0 1hmo 09c0 1hmo 09c0 1hmo 0bxc 1fk0 09c0 1hmo 09c0 1hmo 09c0 1hmo 0adc 1g2o 0aw0 1glc 0aw0 1glc 0adc 1glc 09c0 1hmo 09c0 1hmo 09c0 1hmo 09uo 1hmo 09c0 1hmo 09c0 1hmo 0beo 1fk0 0beo 1fk0 0beo 1fk0 0beo 1g2o 0aw0 1g2o 0aw0 1g2o 0beo 1fk0 0beo 1fk0 0beo 1g2o 0aw0 1g2o 0beo 1fk0 0aw0 1g2o
AEST-10AEDT,M10.1.0,M4.1.0/3 Australia/Currie Australia/Hobart Australia/Tasmania
 660/60/AEDT,600/0/AEST 14v4 0h40 1adc 0h40 18tc 0i5c 19c0 0hmo 19c0 0hmo 19c0 0hmo 19uo 0hmo 19c0 0hmo 19c0 0hmo 19c0 0hmo 19c0 0hmo 19c0 0hmo 1beo 0g2o 1aw0 0g2o 19c0 0hmo 19c0 0hmo 19c0 0h40 1aw0 0glc 1aw0 0glc 1adc 0glc 1adc 0glc 1beo 0e00 1cyo 0e00 1cyo 0e00 1cyo 0e00 1cyo 0e00 1dhc 0e00 1cyo 0e00 1cyo 0e00 1cyo 0e00 1cyo 0beo 1fk0 0eio 1cyo 0e00 1cyo 0e00 1cyo 0e00 1cyo 0e00 1dhc 0dhc 1cyo 0eio
ACST-9:30 Australia/Darwin Australia/North
 570/0/ACST
<+0845>-8:45 Australia/Eucla
 525/0/+0845,585/60/+0945 13mcl 09c0 16idc 09c0 15sg0 07s0 1b39c 08ao 1g2o 0beo 1fk0 0beo
<+1030>-10:30<+11>-11,M10.1.0,M4.1.0 Australia/LHI Australia/Lord_Howe
 600/0/AEST,630/0/+1030,690/60/+1130,660/30/+11 18dyw 2hmu 19uk 2hms 19bw 2hms 19bw 2hms 19bw 3hms 1ada 3g2q 1avy 3gle 1avy 3gle 1ada 3gle 19by 3hmq 19by 3hmq 19by 3hmq 19um 3hmq 19by 3hmq 19by 3hmq 1bem 3fk2 1bem 3fk2 1bem 3fk2 1bem 3g2q 1avy 3beq 1fjy 3g2q 1bem 3fk2 1bem 3fk2 1bem 3g2q 1avy 3g2q 1bem 3fk2 1avy 3g2q
AEST-10 Australia/Lindeman
 600/0/AEST,660/60/AEDT 11dgg 08tc 1da2o 09c0 1hmo 09c0 1hmo 09c0 1hmo 09uo 1hmo 09c0
AEST-10AEDT,M10.1.0,M4.1.0/3 Australia/Melbourne Australia/Victoria
 600/0/AEST,660/60/AEDT 11dgg 08tc 1i5c 09c0 1hmo 09c0 1hmo 09c0 1hmo 09uo 1hmo 09c0 1hmo 09c0 1hmo 09c0 1hmo 09c0 1hmo 09c0 1hmo 09uo 1hmo 09c0 1hmo 09c0 1hmo 09c0 1hmo 0adc 1g2o 0aw0 1g2o 0beo 1glc 0adc 1glc 0adc 1glc 09c0 1hmo 09c0 1hmo 09uo 1hmo 09c0 1hmo 0aw0 1g2o 0beo 1fk0 0beo 1fk0 0beo 1fk0 0beo 1g2o 0aw0 1beo 0fk0 1g2o 0beo 1fk0 0beo 1fk0 0beo 1g2o 0aw0 1g2o 0beo 1fk0 0aw0 1g2o
AWST-8 Australia/Perth Australia/West
 480/0/AWST,540/60/AWDT 13mco 09c0 16idc 09c0 15sg0 07s0 1b39c 08ao 1g2o 0beo 1fk0 0beo
CET-1CEST,M3.5.0,M10.5.0/3 CET Europe/Amsterdam Europe/Brussels Europe/Luxembourg
 60/0/CET,120/60/CEST 15g84 0cyo 1e00 0dhc 1dhc 0dhc 1e00 0cyo 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00
<-06>6<-05>,M9.1.6/22,M4.1.6/22 Chile/EasterIsland Pacific/Easter
 -360/60/-06,-420/0/-07,-360/0/-06,-300/60/-05 16gc 0eis 1bek 0fk4 1bek 0g2s 1avw 0f1g 1bx8 0g2s 1avw 0g2s 1bek 0fk4 1bek 0fk4 1bek 0g2s 1avw 0g2s 1avw 0g2s 1bek 0fk4 2bek 3fk4 2bek 3fk4 2bek 3g2s 2avw 3g2s 2avw 3g2s 2dh8 3dhg 2bek 3fk4 2bek 3g2s 2avw 3e04 2cyk 3g2s 2bek 3fk4 2bek 3fk4 2bek 3fk4 2bek 3g2s 2avw 3g2s 2cfw 3eis 2bek 3eis 2dzw 3e04 2bek 3g2s 2avw 3g2s 2avw 3g2s 2avw 3g2s 2bek 3fk4 2bek 3fk4 2bek 3g2s 2avw 3g2s 2cfw 3eis 2bek 3fk4 2cyk 3e04 2fjw 37s4 2inw 39c4 2hmk 39us 2h3w 39us 219mk 36qs 2k7w 36qs 2k7w 36qs 2hmk 3bes 2fjw 3bes 2fjw 3bes 2fjw 3bxg
EET-2EEST,M3.5.0/3,M10.5.0/4 EET
 120/0/EET,180/60/EEST 15g84 0cyo 1e00 0dhc 1dhc 0dhc 1e00 0cyo 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00
IST-1GMT0,M10.5.0,M3.5.0/1 Eire Europe/Dublin
 60/0/IST,0/-60/GMT 11dhk 0adc 1glc 0adc 1glc 0adc 1glc 0adc 1glc 0aw0 1g2o 0aw0 1g2o 0aw0 1glc 0adc 1glc 0adc 1glc 0bek 1fk0 0beo 1fk0 0beo 1fk0 0beo 1g2o 0beo 1fk0 0beo 1fk0 0beo 1fk0 0beo 1fk0 0beo 1g2o 0aw0 1g2o 0beo 1fk0 0beo 1fk0 0beo 1fk0 0beo 1fk0 0beo 1fk0 0bxc
<-01>1 Etc/GMT+1
 -60/0/-01
<-10>10 Etc/GMT+10 Pacific/Tahiti
 -600/0/-10
<-11>11 Etc/GMT+11 Pacific/Niue
 -660/0/-11
<-12>12 Etc/GMT+12
 -720/0/-12
<-05>5 Etc/GMT+5
 -300/0/-05
<-06>6 Etc/GMT+6
 -360/0/-06
<-07>7 Etc/GMT+7
 -420/0/-07
<-08>8 Etc/GMT+8
 -480/0/-08
<-09>9 Etc/GMT+9 Pacific/Gambier
 -540/0/-09
<+01>-1 Etc/GMT-1
 60/0/+01
<+11>-11 Etc/GMT-11 Pacific/Guadalcanal Pacific/Pohnpei Pacific/Ponape
 660/0/+11
<+12>-12 Etc/GMT-12 Pacific/Funafuti Pacific/Majuro Pacific/Tarawa Pacific/Wake Pacific/Wallis
 720/0/+12
<+13>-13 Etc/GMT-13
 780/0/+13
<+14>-14 Etc/GMT-14
 840/0/+14
<+02>-2 Etc/GMT-2
 120/0/+02
<+05>-5 Etc/GMT-5 Indian/Kerguelen Indian/Maldives
 300/0/+05
<+09>-9 Etc/GMT-9 Pacific/Palau
 540/0/+09
UTC0 Etc/UCT Etc/UTC Etc/Universal Etc/Zulu UCT UTC Universal Zulu
 0/0/UTC
CET-1CEST,M3.5.0,M10.5.0/3 Europe/Andorra
 60/0/CET,120/60/CEST 1bgg4 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00
<+04>-4 Europe/Astrakhan
 240/0/+04,300/60/+05,240/60/+04,180/0/+03 18ga8 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 2dhc 3dhg 2dhc 3e00 0dhc 2qyk 3dhg 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2e00 3fk0 2beo 3fk0 2beo 3fk0 2beo 3g2o 2aw0 3g2o 2aw0 3g2o 2beo 3fk0 2beo 3fk0 2beo 3g2o 2aw0 3g2o 2aw0 3g2o 2aw0 3g2o 2beo 3fk0 2beo 3fk0 2beo 3g2o 0aw0 32oyk 012dg
EET-2EEST,M3.5.0/3,M10.5.0/4 Europe/Athens
 120/0/EET,180/60/EEST 13yqg 0gw0 1a5k 0dhc 1cyo 0d1c 1dxc 0cys 1e0o 0dds 1dp8 0dbw 1dhs 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00
GMT0BST,M3.5.0/1,M10.5.0 Europe/Belfast Europe/Guernsey Europe/Isle_of_Man Europe/Jersey Europe/London GB GB-Eire
 60/0/BST,0/0/GMT,60/60/BST 11dhk 2adc 1glc 2adc 1glc 2adc 1glc 2adc 1glc 2aw0 1g2o 2aw0 1g2o 2aw0 1glc 2adc 1glc 2adc 1glc 2bek 1fk0 2beo 1fk0 2beo 1fk0 2beo 1g2o 2beo 1fk0 2beo 1fk0 2beo 1fk0 2beo 1fk0 2beo 1g2o 2aw0 1g2o 2beo 1fk0 2beo 1fk0 2beo 1fk0 2beo 1fk0 2beo 1fk0 2bxc
CET-1CEST,M3.5.0,M10.5.0/3 Europe/Belgrade Europe/Ljubljana Europe/Podgorica Europe/Sarajevo Europe/Skopje Europe/Zagreb
 60/0/CET,120/60/CEST 19y04 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00
CET-1CEST,M3.5.0,M10.5.0/3 Europe/Bratislava Europe/Prague
 60/0/CET,120/60/CEST 16y5g 0dhc 1e00 0cyo 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00
EET-2EEST,M3.5.0/3,M10.5.0/4 Europe/Bucharest
 120/0/EET,180/60/EEST 172ag 09bw 1e00 0cys 1dhk 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dh4 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dh8 1dhg 0dh8 1e04 0fjw 1bf4
CET-1CEST,M3.5.0,M10.5.0/3 Europe/Budapest
 60/0/CET,120/60/CEST 17pmk 0cyo 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhk 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00
CET-1CEST,M3.5.0,M10.5.0/3 Europe/Busingen Europe/Vaduz Europe/Zurich
 60/0/CET,120/60/CEST 18g2s 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00
EET-2EEST,M3.5.0,M10.5.0/3 Europe/Chisinau Europe/Tiraspol
 180/0/MSK,240/60/MSD,180/60/EEST,120/0/EET 18gac 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 233w 3aw8 2dhc 3dhc 2dh4 3dh8 2dhg 3dh8 2dhg 3dh8 2dhg 3dh8 2e04 3fjw 2bf0
CET-1CEST,M3.5.0,M10.5.0/3 Europe/Gibraltar
 60/0/CET,120/60/CEST 1971g 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00
EET-2EEST,M3.5.0/3,M10.5.0/4 Europe/Helsinki Europe/Mariehamn
 120/0/EET,180/60/EEST 18g2o 0dhc 1dhc 0dhc 1dhg 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00
EET-2 Europe/Kaliningrad
 180/0/MSK,240/60/MSD,180/60/EEST,120/0/EET,180/0/+03 18gac 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 2dhc 3dhg 2dhc 3e00 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2e00 3fk0 2beo 3fk0 2beo 3fk0 2beo 3g2o 2aw0 3g2o 2aw0 3g2o 2beo 3fk0 2beo 3fk0 2beo 3g2o 2aw0 3g2o 2aw0 3g2o 2aw0 3g2o 2beo 3fk0 2beo 3fk0 2beo 3g2o 4aw0 32oyk
EET-2EEST,M3.5.0/3,M10.5.0/4 Europe/Kiev Europe/Kyiv Europe/Uzhgorod Europe/Zaporozhye
 180/0/MSK,240/60/MSD,180/60/EEST,120/0/EET 18gac 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 2798 3xpk 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2e00 3fk4
MSK-3 Europe/Kirov
 240/0/+04,300/60/+05,240/60/MSD,180/0/MSK,240/0/MSK 18ga8 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 2dhc 3dhg 2dhc 3e00 0dhc 2qyk 3dhg 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2e00 3fk0 2beo 3fk0 2beo 3fk0 2beo 3g2o 2aw0 3g2o 2aw0 3g2o 2beo 3fk0 2beo 3fk0 2beo 3g2o 2aw0 3g2o 2aw0 3g2o 2aw0 3g2o 2beo 3fk0 2beo 3fk0 2beo 3g2o 4aw0 32oyk
WET0WEST,M3.5.0/1,M10.5.0 Europe/Lisbon Portugal
 60/0/CET,0/0/WET,60/60/WEST,120/60/CEST 15280 2dhc 1dhc 2e04 1dhc 2dhc 1dhc 2e00 1cyo 2dh8 1dhc 2dhc 1dhc 2dhc 1dhc 2dhc 1e00 2dhc 1dhc 2dhg 1dhc 2dhc 1dhc 2dhc 1dhc 2dhc 1dhc 2dhc 1e00 2dhc 1dhc 2dhc 0dhc 3dhc 0dhc 3dhc 0dhc 3dhc 0dhc 2e00
CET-1CEST,M3.5.0,M10.5.0/3 Europe/Madrid
 60/0/CET,120/60/CEST 137ug 0cys 1dzw 0cys 1cyk 0dhg 1dzw 0cys 1e08 0dhc 1dhc 0dhc 1e00 0cyo 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00
CET-1CEST,M3.5.0,M10.5.0/3 Europe/Malta
 60/0/CET,120/60/CEST 1b3w 08tc 1hmo 09c0 1i5c 09c0 1deo 0dhc 1f40 0ayo 1g08 0bek 1fk4 0bek 1fk4 0bek 1fk4 0bek 1fk4 0bek 1elg 0cvw 1e04 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00
<+03>-3 Europe/Minsk
 180/0/MSK,240/60/MSD,180/60/EEST,120/0/EET,180/0/+03 18gac 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 214yo 3dhg 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2e00 3fk0 2beo 3fk0 2beo 3fk0 2beo 3g2o 2aw0 3g2o 2aw0 3g2o 2beo 3fk0 2beo 3fk0 2beo 3g2o 2aw0 3g2o 2aw0 3g2o 2aw0 3g2o 2beo 3fk0 2beo 3fk0 2beo 3g2o 4aw0
CET-1CEST,M3.5.0,M10.5.0/3 Europe/Monaco Europe/Paris
 60/0/CET,120/60/CEST 14oqo 0dh8 1e08 0cyo 1e00 0dhc 1dhc 0dhc 1e00 0cyo 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00
MSK-3 Europe/Moscow W-SU
 180/0/MSK,240/60/MSD,180/60/EEST,120/0/EET,240/0/MSK 18gac 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 2dhc 3dhg 08ao 156k 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00 0fk0 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 4aw0 02oyk
EET-2EEST,M3.5.0/3,M10.5.0/4 Europe/Riga
 180/0/MSK,240/60/MSD,180/60/EEST,120/0/EET 18gac 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 2dhc 3dhg 2dhc 3e00 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2e00 3dhc 2dhg 3fk0 2beo 3fk0 2beo 3g2o 211uo
CET-1CEST,M3.5.0,M10.5.0/3 Europe/Rome Europe/San_Marino Europe/Vatican
 60/0/CET,120/60/CEST 1b3w 08tc 1hmo 09c0 1i5c 09c0 1i5c 08tc 1hmo 09c0 1i5c 08tc 1i5c 08tc 1hmo 09c0 1i5c 09c0 1hmo 09c0 1e08 0cyo 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00
<+04>-4 Europe/Samara
 240/0/+04,300/60/+05,240/60/+04,180/0/+03,180/60/+03 18ga8 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 2dhc 3dhg 2dhc 3e00 4dhc 3dhg 01k0 1bx4 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00 0fk0 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 1beo 0g2o 1aw0 0g2o 1aw0 0g2o 1aw0 0g2o 1beo 0fk0 1beo 0fk0 2beo 3g2s 0aw0
<+04>-4 Europe/Saratov
 240/0/+04,300/60/+05,240/60/+04,180/0/+03 18ga8 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 2dhc 3dhg 2dhc 3dhc 2dhc 3e00 0dhc 2qyk 3dhg 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2e00 3fk0 2beo 3fk0 2beo 3fk0 2beo 3g2o 2aw0 3g2o 2aw0 3g2o 2beo 3fk0 2beo 3fk0 2beo 3g2o 2aw0 3g2o 2aw0 3g2o 2aw0 3g2o 2beo 3fk0 2beo 3fk0 2beo 3g2o 0aw0 32oyk 01l1g
MSK-3 Europe/Simferopol
 180/0/MSK,240/60/MSD,120/0/EET,180/60/EEST,240/0/MSK 18gac 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 2kqo 31b6s 2dhc 3dhc 2dhc 3dhc 12l0 0aw8 1dhc 0dhc 1dzs 0fkc 3bes 2fk0 3beo 2fk0 3beo 2g2o 3aw0 2g2o 3aw0 2g2o 3beo 2fk0 3beo 2fk0 3beo 2g2o 3aw0 2g2o 3aw0 2g2o 3aw0 2g2o 3beo 2fk0 3beo 2fk0 3beo 2g2o 3aw0 2g2o 3aw0 2g2o 3beo 2fk0 4bek 0fjs
EET-2EEST,M3.5.0/3,M10.5.0/4 Europe/Sofia
 120/0/EET,180/60/EEST 16y50 0dk4 1dx8 0d1g 1dx8 0cyw 1dzs 0cz0 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dh4 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1e04 0fjw 1bf4
EET-2EEST,M3.5.0/3,M10.5.0/4 Europe/Tallinn
 180/0/MSK,240/60/MSD,180/60/EEST,120/0/EET 18gac 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 2dhc 3dhg 2dhc 3e00 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2e00 3fk0 2beo 3fk0 2beo 3fk4 2beo 3g2o 21tc0
CET-1CEST,M3.5.0,M10.5.0/3 Europe/Tirane
 60/0/CET,120/60/CEST 139bw 0b6k 1fms 0bek 1fs4 0bek 1g2s 0avw 1g04 0ayk 1g04 0ayk 1g04 0bek 1f44 0bek 1g2s 0bek 1elg 0cak 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00
<+04>-4 Europe/Ulyanovsk
 240/0/+04,300/60/+05,240/60/+04,180/0/+03,180/60/+03,120/0/+02 18ga8 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 2dhc 3dhg 2dhc 3e00 4dhc 5dhg 38ao 256k 3dhc 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2e00 3fk0 2beo 3fk0 2beo 3fk0 2beo 3g2o 2aw0 3g2o 2aw0 3g2o 2beo 3fk0 2beo 3fk0 2beo 3g2o 2aw0 3g2o 2aw0 3g2o 2aw0 3g2o 2beo 3fk0 2beo 3fk0 2beo 3g2o 0aw0 32oyk 012dg
CET-1CEST,M3.5.0,M10.5.0/3 Europe/Vienna
 60/0/CET,120/60/CEST 17pmk 0cyk 1dho 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00
EET-2EEST,M3.5.0/3,M10.5.0/4 Europe/Vilnius
 180/0/MSK,240/60/MSD,180/60/EEST,120/0/EET,120/60/CEST,60/0/CET 18gac 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 2dhc 3dhg 2dhc 3e00 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2e00 3fk0 2beo 3fk0 4bes 5fk0 4beo 3g2o 22kao
MSK-3 Europe/Volgograd
 240/0/+04,300/60/+05,240/60/MSD,180/0/MSK,240/0/MSK 18ga8 0djw 1dhg 0djw 1dhg 0djw 1dk4 0dhk 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 2dhc 3dhg 2dhc 3dhc 2dhc 3e00 0dhc 2qyk 3dhg 2dhc 3dhc 2dhc 3dhc 2dhc 3dhc 2e00 3fk0 2beo 3fk0 2beo 3fk0 2beo 3g2o 2aw0 3g2o 2aw0 3g2o 2beo 3fk0 2beo 3fk0 2beo 3g2o 2aw0 3g2o 2aw0 3g2o 2aw0 3g2o 2beo 3fk0 2beo 3fk0 2beo 3g2o 4aw0 32oyk 030dg 31ml8
CET-1CEST,M3.5.0,M10.5.0/3 Europe/Warsaw Poland
 60/0/CET,120/60/CEST 15g80 0cyo 1e00 0dhc 1dhc 0dhc 1e00 0cyo 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhg 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00
HST10 HST Pacific/Honolulu Pacific/Johnston US/Hawaii
 -600/0/HST
<+06>-6 Indian/Chagos
 300/0/+05,360/0/+06 1jje4
<+04>-4 Indian/Mauritius
 240/0/+04,300/60/+05 19ljk 0bzw 1j8oc 0bek
<+12>-12 Kwajalein Pacific/Kwajalein
 -720/0/-12,720/0/+12 1hrio
MET-1MEST,M3.5.0,M10.5.0/3 MET
 60/0/MET,120/60/MEST 15g84 0cyo 1e00 0dhc 1dhc 0dhc 1e00 0cyo 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00
<+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45 NZ-CHAT Pacific/Chatham
 765/0/+1245,825/60/+1345 13muw 08ao 1i5c 09uo 1hmo 09c0 1hmo 09c0 1hmo 09c0 1hmo 09c0 1hmo 09c0 1hmo 09uo 1hmo 09c0 1hmo 09c0 1hmo 09c0 1hmo 09c0 1hmo 09c0 1hmo 09uo 1hmo 09c0 1g2o 0bxc 1f1c 0bxc 1f1c 0bxc 1f1c 0cg0 1eio 0cg0 1eio 0cg0 1eio 0cg0 1f1c 0bxc 1f1c 0bxc 1f1c 0cg0 1eio 0cg0 1eio 0cg0 1f1c 0bxc 1f1c 0bxc 1f1c 0cg0 1eio 0cg0 1eio 0cg0 1eio 0cg0 1eio
<+13>-13 Pacific/Apia
 -660/0/-11,-600/60/-10,840/60/+14,780/0/+13 1um3w 0dxo 1cyo 2768 36ts 2dhc 3e00 2cyo 3e00 2cyo 3e00 2cyo 3e00 2cyo 3e00 2cyo 3e00 2dhc 3e00 2cyo 3e00 2cyo 3e00
<+11>-11 Pacific/Bougainville
 600/0/+10,660/0/+11 1xt5s
<+11>-11 Pacific/Efate
 660/0/+11,720/60/+12 12zio 079c 174o4 0dh8 1dhg 0dh8 1e04 0cyk 1e04 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1dhg 0dh8 1e04 08t8 1k84 06qk
<+13>-13 Pacific/Enderbury Pacific/Kanton
 -720/0/-12,-660/0/-11,780/0/+13 17bqo 2bgl8
<+13>-13 Pacific/Fakaofo
 -660/0/-11,780/0/+13 1vk6k
<+12>-12 Pacific/Fiji
 720/0/+12,780/60/+13 1lo1k 08tc 1io0 08ao 17bxc 08tc 1fk0 09uo 1h40 06qo 1k80 06qo 1kqo 067w 1l9g 05pc 1l9c 05pc 1ls0 056o 1ls0 056o 1ls0 056o 1mao 04o0 1peo 022o
<-06>6 Pacific/Galapagos
 -300/0/-05,-360/0/-06,-300/60/-05 1c0wk 256w4 153w
ChST-10 Pacific/Guam Pacific/Saipan
 600/0/GST,660/60/GDT,600/0/ChST 1s 15wcg0 06u7w0 1bvus0 06u7w0 116uo40 03ljw0 116aas0 04ivxo 1cls2c 06h980 2c65zw0
<+14>-14 Pacific/Kiritimati
 -640/0/-1040,-600/0/-10,840/0/+14 1s 1535eyo 27yirhc
<+11>-11 Pacific/Kosrae
 720/0/+12,660/0/+11 1lsk0
<-0930>9:30 Pacific/Marquesas
 -570/0/-0930
SST11 Pacific/Midway Pacific/Pago_Pago Pacific/Samoa US/Samoa
 -660/0/SST
<+12>-12 Pacific/Nauru
 690/0/+1130,720/0/+12 16uey
<+11>-11<+12>,M10.1.0,M4.1.0/3 Pacific/Norfolk
 690/0/+1130,750/60/+1230,660/0/+11,720/60/+12 13mca 09c0 2ui80 330de
<+11>-11 Pacific/Noumea
 660/0/+11,720/60/+12 15yc4 06ak 1ko4 06d8 1dcj0 06qo
<-08>8 Pacific/Pitcairn
 -510/0/-0830,-480/0/-08 1la6a
<-10>10 Pacific/Rarotonga
 -630/0/-1030,-570/60/-0930,-600/0/-10 16nt6 28ak 1hmq 29by 1hmq 29by 1hmq 29um 1hmq 29by 1hmq 29by 1hmq 29by 1hmq 29by 1hmq 29by 1hmq 29um 1hmq 29by 1hmq 29by 1hmq 29by
<+13>-13 Pacific/Tongatapu
 780/0/+13,840/60/+14 1md84 0c5c 1h40 067w 1kqs 067w 1b3s4 056o
WET0WEST,M3.5.0/1,M10.5.0 WET
 0/0/WET,60/60/WEST 15g84 0cyo 1e00 0dhc 1dhc 0dhc 1e00 0cyo 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0e00 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1dhc 0dhc 1e00
"""
TABLE = _FIRST + _SECOND
