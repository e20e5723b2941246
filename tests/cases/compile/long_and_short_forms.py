# Displays, calls and bodies too long for a window of registers; then many short forms.
def many(*a, **k): return len(a), sum(a), len(k), list(k)[:2], list(k)[-1:]
print(many(0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120,121,122,123,124,125,126,127,128,129,130,131,132,133,134,135,136,137,138,139,140,141,142,143,144,145,146,147,148,149,150,151,152,153,154,155,156,157,158,159,160,161,162,163,164,165,166,167,168,169,170,171,172,173,174,175,176,177,178,179,180,181,182,183,184,185,186,187,188,189,190,191,192,193,194,195,196,197,198,199,200,201,202,203,204,205,206,207,208,209,210,211,212,213,214,215,216,217,218,219,220,221,222,223,224,225,226,227,228,229,230,231,232,233,234,235,236,237,238,239,240,241,242,243,244,245,246,247,248,249,250,251,252,253,254,255,256,257,258,259,260,261,262,263,264,265,266,267,268,269,270,271,272,273,274,275,276,277,278,279,280,281,282,283,284,285,286,287,288,289,290,291,292,293,294,295,296,297,298,299))
print(many(0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,k0=0,k1=1,k2=2,k3=3,k4=4,k5=5,k6=6,k7=7,k8=8,k9=9,k10=10,k11=11,k12=12,k13=13,k14=14,k15=15,k16=16,k17=17,k18=18,k19=19,k20=20,k21=21,k22=22,k23=23,k24=24,k25=25,k26=26,k27=27,k28=28,k29=29,k30=30,k31=31,k32=32,k33=33,k34=34,k35=35,k36=36,k37=37,k38=38,k39=39,k40=40,k41=41,k42=42,k43=43,k44=44,k45=45,k46=46,k47=47,k48=48,k49=49,k50=50,k51=51,k52=52,k53=53,k54=54,k55=55,k56=56,k57=57,k58=58,k59=59,k60=60,k61=61,k62=62,k63=63,k64=64,k65=65,k66=66,k67=67,k68=68,k69=69,k70=70,k71=71,k72=72,k73=73,k74=74,k75=75,k76=76,k77=77,k78=78,k79=79,k80=80,k81=81,k82=82,k83=83,k84=84,k85=85,k86=86,k87=87,k88=88,k89=89))
print(many(1, *[2,3], 4, *(5,), **{"a":1}, b=2, **{"c":3}))
v=1
print([v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v].count(1), (v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v,v).count(1), len({v+0,v+1,v+2,v+3,v+4,v+5,v+6,v+7,v+8,v+9,v+10,v+11,v+12,v+13,v+14,v+15,v+16,v+17,v+18,v+19,v+20,v+21,v+22,v+23,v+24,v+25,v+26,v+27,v+28,v+29,v+30,v+31,v+32,v+33,v+34,v+35,v+36,v+37,v+38,v+39,v+40,v+41,v+42,v+43,v+44,v+45,v+46,v+47,v+48,v+49,v+50,v+51,v+52,v+53,v+54,v+55,v+56,v+57,v+58,v+59,v+60,v+61,v+62,v+63,v+64,v+65,v+66,v+67,v+68,v+69,v+70,v+71,v+72,v+73,v+74,v+75,v+76,v+77,v+78,v+79,v+80,v+81,v+82,v+83,v+84,v+85,v+86,v+87,v+88,v+89,v+90,v+91,v+92,v+93,v+94,v+95,v+96,v+97,v+98,v+99,v+100,v+101,v+102,v+103,v+104,v+105,v+106,v+107,v+108,v+109,v+110,v+111,v+112,v+113,v+114,v+115,v+116,v+117,v+118,v+119,v+120,v+121,v+122,v+123,v+124,v+125,v+126,v+127,v+128,v+129,v+130,v+131,v+132,v+133,v+134,v+135,v+136,v+137,v+138,v+139,v+140,v+141,v+142,v+143,v+144,v+145,v+146,v+147,v+148,v+149,v+150,v+151,v+152,v+153,v+154,v+155,v+156,v+157,v+158,v+159,v+160,v+161,v+162,v+163,v+164,v+165,v+166,v+167,v+168,v+169,v+170,v+171,v+172,v+173,v+174,v+175,v+176,v+177,v+178,v+179,v+180,v+181,v+182,v+183,v+184,v+185,v+186,v+187,v+188,v+189,v+190,v+191,v+192,v+193,v+194,v+195,v+196,v+197,v+198,v+199}), len({v+0:0,v+1:1,v+2:2,v+3:3,v+4:4,v+5:5,v+6:6,v+7:7,v+8:8,v+9:9,v+10:10,v+11:11,v+12:12,v+13:13,v+14:14,v+15:15,v+16:16,v+17:17,v+18:18,v+19:19,v+20:20,v+21:21,v+22:22,v+23:23,v+24:24,v+25:25,v+26:26,v+27:27,v+28:28,v+29:29,v+30:30,v+31:31,v+32:32,v+33:33,v+34:34,v+35:35,v+36:36,v+37:37,v+38:38,v+39:39,v+40:40,v+41:41,v+42:42,v+43:43,v+44:44,v+45:45,v+46:46,v+47:47,v+48:48,v+49:49,v+50:50,v+51:51,v+52:52,v+53:53,v+54:54,v+55:55,v+56:56,v+57:57,v+58:58,v+59:59,v+60:60,v+61:61,v+62:62,v+63:63,v+64:64,v+65:65,v+66:66,v+67:67,v+68:68,v+69:69,v+70:70,v+71:71,v+72:72,v+73:73,v+74:74,v+75:75,v+76:76,v+77:77,v+78:78,v+79:79,v+80:80,v+81:81,v+82:82,v+83:83,v+84:84,v+85:85,v+86:86,v+87:87,v+88:88,v+89:89,v+90:90,v+91:91,v+92:92,v+93:93,v+94:94,v+95:95,v+96:96,v+97:97,v+98:98,v+99:99,v+100:100,v+101:101,v+102:102,v+103:103,v+104:104,v+105:105,v+106:106,v+107:107,v+108:108,v+109:109,v+110:110,v+111:111,v+112:112,v+113:113,v+114:114,v+115:115,v+116:116,v+117:117,v+118:118,v+119:119,v+120:120,v+121:121,v+122:122,v+123:123,v+124:124,v+125:125,v+126:126,v+127:127,v+128:128,v+129:129,v+130:130,v+131:131,v+132:132,v+133:133,v+134:134,v+135:135,v+136:136,v+137:137,v+138:138,v+139:139,v+140:140,v+141:141,v+142:142,v+143:143,v+144:144,v+145:145,v+146:146,v+147:147,v+148:148,v+149:149,v+150:150,v+151:151,v+152:152,v+153:153,v+154:154,v+155:155,v+156:156,v+157:157,v+158:158,v+159:159,v+160:160,v+161:161,v+162:162,v+163:163,v+164:164,v+165:165,v+166:166,v+167:167,v+168:168,v+169:169,v+170:170,v+171:171,v+172:172,v+173:173,v+174:174,v+175:175,v+176:176,v+177:177,v+178:178,v+179:179,v+180:180,v+181:181,v+182:182,v+183:183,v+184:184,v+185:185,v+186:186,v+187:187,v+188:188,v+189:189,v+190:190,v+191:191,v+192:192,v+193:193,v+194:194,v+195:195,v+196:196,v+197:197,v+198:198,v+199:199}))
print(f"{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x{v}x".count("x"))
print(many.__name__, v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v+v)
print(v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v and v, v+0 < v+1 < v+2 < v+3 < v+4 < v+5 < v+6 < v+7 < v+8 < v+9 < v+10 < v+11 < v+12 < v+13 < v+14 < v+15 < v+16 < v+17 < v+18 < v+19 < v+20 < v+21 < v+22 < v+23 < v+24 < v+25 < v+26 < v+27 < v+28 < v+29 < v+30 < v+31 < v+32 < v+33 < v+34 < v+35 < v+36 < v+37 < v+38 < v+39 < v+40 < v+41 < v+42 < v+43 < v+44 < v+45 < v+46 < v+47 < v+48 < v+49 < v+50 < v+51 < v+52 < v+53 < v+54 < v+55 < v+56 < v+57 < v+58 < v+59 < v+60 < v+61 < v+62 < v+63 < v+64 < v+65 < v+66 < v+67 < v+68 < v+69 < v+70 < v+71 < v+72 < v+73 < v+74 < v+75 < v+76 < v+77 < v+78 < v+79 < v+80 < v+81 < v+82 < v+83 < v+84 < v+85 < v+86 < v+87 < v+88 < v+89 < v+90 < v+91 < v+92 < v+93 < v+94 < v+95 < v+96 < v+97 < v+98 < v+99)
def big(p0, p1=2):
    a0 = 0
    a1 = 1
    a2 = 2
    a3 = 3
    a4 = 4
    a5 = 5
    a6 = 6
    a7 = 7
    a8 = 8
    a9 = 9
    a10 = 10
    a11 = 11
    a12 = 12
    a13 = 13
    a14 = 14
    a15 = 15
    a16 = 16
    a17 = 17
    a18 = 18
    a19 = 19
    a20 = 20
    a21 = 21
    a22 = 22
    a23 = 23
    a24 = 24
    a25 = 25
    a26 = 26
    a27 = 27
    a28 = 28
    a29 = 29
    a30 = 30
    a31 = 31
    a32 = 32
    a33 = 33
    a34 = 34
    a35 = 35
    a36 = 36
    a37 = 37
    a38 = 38
    a39 = 39
    a40 = 40
    a41 = 41
    a42 = 42
    a43 = 43
    a44 = 44
    a45 = 45
    a46 = 46
    a47 = 47
    a48 = 48
    a49 = 49
    a50 = 50
    a51 = 51
    a52 = 52
    a53 = 53
    a54 = 54
    a55 = 55
    a56 = 56
    a57 = 57
    a58 = 58
    a59 = 59
    a60 = 60
    a61 = 61
    a62 = 62
    a63 = 63
    a64 = 64
    a65 = 65
    a66 = 66
    a67 = 67
    a68 = 68
    a69 = 69
    a70 = 70
    a71 = 71
    a72 = 72
    a73 = 73
    a74 = 74
    a75 = 75
    a76 = 76
    a77 = 77
    a78 = 78
    a79 = 79
    a80 = 80
    a81 = 81
    a82 = 82
    a83 = 83
    a84 = 84
    a85 = 85
    a86 = 86
    a87 = 87
    a88 = 88
    a89 = 89
    a90 = 90
    a91 = 91
    a92 = 92
    a93 = 93
    a94 = 94
    a95 = 95
    a96 = 96
    a97 = 97
    a98 = 98
    a99 = 99
    a100 = 100
    a101 = 101
    a102 = 102
    a103 = 103
    a104 = 104
    a105 = 105
    a106 = 106
    a107 = 107
    a108 = 108
    a109 = 109
    a110 = 110
    a111 = 111
    a112 = 112
    a113 = 113
    a114 = 114
    a115 = 115
    a116 = 116
    a117 = 117
    a118 = 118
    a119 = 119
    a120 = 120
    a121 = 121
    a122 = 122
    a123 = 123
    a124 = 124
    a125 = 125
    a126 = 126
    a127 = 127
    a128 = 128
    a129 = 129
    a130 = 130
    a131 = 131
    a132 = 132
    a133 = 133
    a134 = 134
    a135 = 135
    a136 = 136
    a137 = 137
    a138 = 138
    a139 = 139
    a140 = 140
    a141 = 141
    a142 = 142
    a143 = 143
    a144 = 144
    a145 = 145
    a146 = 146
    a147 = 147
    a148 = 148
    a149 = 149
    a150 = 150
    a151 = 151
    a152 = 152
    a153 = 153
    a154 = 154
    a155 = 155
    a156 = 156
    a157 = 157
    a158 = 158
    a159 = 159
    a160 = 160
    a161 = 161
    a162 = 162
    a163 = 163
    a164 = 164
    a165 = 165
    a166 = 166
    a167 = 167
    a168 = 168
    a169 = 169
    a170 = 170
    a171 = 171
    a172 = 172
    a173 = 173
    a174 = 174
    a175 = 175
    a176 = 176
    a177 = 177
    a178 = 178
    a179 = 179
    a180 = 180
    a181 = 181
    a182 = 182
    a183 = 183
    a184 = 184
    a185 = 185
    a186 = 186
    a187 = 187
    a188 = 188
    a189 = 189
    a190 = 190
    a191 = 191
    a192 = 192
    a193 = 193
    a194 = 194
    a195 = 195
    a196 = 196
    a197 = 197
    a198 = 198
    a199 = 199
    a200 = 200
    a201 = 201
    a202 = 202
    a203 = 203
    a204 = 204
    a205 = 205
    a206 = 206
    a207 = 207
    a208 = 208
    a209 = 209
    a210 = 210
    a211 = 211
    a212 = 212
    a213 = 213
    a214 = 214
    a215 = 215
    a216 = 216
    a217 = 217
    a218 = 218
    a219 = 219
    a220 = 220
    a221 = 221
    a222 = 222
    a223 = 223
    a224 = 224
    a225 = 225
    a226 = 226
    a227 = 227
    a228 = 228
    a229 = 229
    a230 = 230
    a231 = 231
    a232 = 232
    a233 = 233
    a234 = 234
    a235 = 235
    a236 = 236
    a237 = 237
    a238 = 238
    a239 = 239
    a240 = 240
    a241 = 241
    a242 = 242
    a243 = 243
    a244 = 244
    a245 = 245
    a246 = 246
    a247 = 247
    a248 = 248
    a249 = 249
    a250 = 250
    a251 = 251
    a252 = 252
    a253 = 253
    a254 = 254
    a255 = 255
    a256 = 256
    a257 = 257
    a258 = 258
    a259 = 259
    def inner(): return a3 + a250
    del a255
    try: a255
    except UnboundLocalError as e: print(e)
    for a200, a201 in [(1,2)]: pass
    a259 += 1; a258 -= a257
    with_ = [a100 + q for q in (1,2)]
    a17: int = 4
    return a0 + a5 + a10 + a15 + a20 + a25 + a30 + a35 + a40 + a45 + a50 + a55 + a60 + a65 + a70 + a75 + a80 + a85 + a90 + a95 + a100 + a105 + a110 + a115 + a120 + a125 + a130 + a135 + a140 + a145 + a150 + a155 + a160 + a165 + a170 + a175 + a180 + a185 + a190 + a195 + a200 + a205 + a210 + a215 + a220 + a225 + a230 + a235 + a240 + a245 + a250, inner(), a200, a201, a259, a258, with_, a17
print(big(1))
x=5
if x == 0: print(0)
elif x == 1: print(1)
elif x == 2: print(2)
elif x == 3: print(3)
elif x == 4: print(4)
elif x == 5: print(5)
elif x == 6: print(6)
elif x == 7: print(7)
elif x == 8: print(8)
elif x == 9: print(9)
elif x == 10: print(10)
elif x == 11: print(11)
elif x == 12: print(12)
elif x == 13: print(13)
elif x == 14: print(14)
elif x == 15: print(15)
elif x == 16: print(16)
elif x == 17: print(17)
elif x == 18: print(18)
elif x == 19: print(19)
elif x == 20: print(20)
elif x == 21: print(21)
elif x == 22: print(22)
elif x == 23: print(23)
elif x == 24: print(24)
elif x == 25: print(25)
elif x == 26: print(26)
elif x == 27: print(27)
elif x == 28: print(28)
elif x == 29: print(29)
elif x == 30: print(30)
elif x == 31: print(31)
elif x == 32: print(32)
elif x == 33: print(33)
elif x == 34: print(34)
elif x == 35: print(35)
elif x == 36: print(36)
elif x == 37: print(37)
elif x == 38: print(38)
elif x == 39: print(39)
elif x == 40: print(40)
elif x == 41: print(41)
elif x == 42: print(42)
elif x == 43: print(43)
elif x == 44: print(44)
elif x == 45: print(45)
elif x == 46: print(46)
elif x == 47: print(47)
elif x == 48: print(48)
elif x == 49: print(49)
elif x == 50: print(50)
elif x == 51: print(51)
elif x == 52: print(52)
elif x == 53: print(53)
elif x == 54: print(54)
elif x == 55: print(55)
elif x == 56: print(56)
elif x == 57: print(57)
elif x == 58: print(58)
elif x == 59: print(59)
elif x == 60: print(60)
elif x == 61: print(61)
elif x == 62: print(62)
elif x == 63: print(63)
elif x == 64: print(64)
elif x == 65: print(65)
elif x == 66: print(66)
elif x == 67: print(67)
elif x == 68: print(68)
elif x == 69: print(69)
elif x == 70: print(70)
elif x == 71: print(71)
elif x == 72: print(72)
elif x == 73: print(73)
elif x == 74: print(74)
elif x == 75: print(75)
elif x == 76: print(76)
elif x == 77: print(77)
elif x == 78: print(78)
elif x == 79: print(79)
elif x == 80: print(80)
elif x == 81: print(81)
elif x == 82: print(82)
elif x == 83: print(83)
elif x == 84: print(84)
elif x == 85: print(85)
elif x == 86: print(86)
elif x == 87: print(87)
elif x == 88: print(88)
elif x == 89: print(89)
else: print("no")

print(1 if x else 2, [1,2,3][-1], "abc"[1], (1,2)+(3,), -1**2, 2**10, 7//-2, 7%-2, 1/3, "a"*3, not 1, ~5, 1<<70, 10**20, -0.0, 1e400, 3-2j, ())
print([*range(3), *"ab"], {*[1], 2}, {**{1:2}, 3:4}, (*[1],), [*[]])
for a, (b, *c), d in [(1, (2, 3, 4), 5)]: print(a, b, c, d)
*a, b = 1, 2, 3; print(a, b)
[a, *b] = 'xyz'; print(a, b)
while (n := x) > 3: x -= 1; print(n)
else: print('welse')
i = 0
while i < 10 and (i != 5 or x): 
    i += 1
    if i == 7: break
    if i % 2: continue
else: print('never')
print(i)
while not i < 5: i -= 1
print(i)
i = 5
while i: i -= 1
while i is None or i in (0, 1, 2): i += 1
print(i)
r = []
while True:
    r.append(len(r))
    if len(r) > 3: break
print(r)
def g(n):
    while n:
        n -= 1
        got = yield n
        if got: yield got
    return 'r'
def d(): return (yield from g(3))
z = d(); print(next(z), z.send('s'), list(z))
def m(v):
    match v:
        case 0 | 1: return 'small'
        case -1: return 'neg'
        case None: return 'none'
        case True: return 'true'
        case "s": return 'str'
        case [a, b] if a == b: return 'pair', a
        case [a, *rest, z]: return a, rest, z
        case [_]: return 'one'
        case {'k': k, **rest}: return k, rest
        case {'a': {'b': [x, y]}}: return x, y
        case int(n) | float(n): return 'num', n
        case complex(real=r, imag=i): return r, i
        case (1.5, x) | (x, 1.5): return x
        case str() as s: return s
        case _: return 'other'
for v in (0, 1, -1, None, True, 's', [3,3], [1,2,3,4], (1,), {'k': 1, 'z': 2}, {'a': {'b': [1, 2]}}, 5, 5.5, 1j, (1.5, 2), 'zz', {1}, [1.5, 7], [7, 1.5]): print(m(v))
class Pt:
    __match_args__ = ('x', 'y')
    def __init__(s, x, y): s.x = x; s.y = y
match Pt(1, [2, {'q': 3}]):
    case Pt(0, _): print('no')
    case Pt(x, y=[2, {'q': w}]): print(x, w)
import os.path as osp, sys, json.decoder
from os import path as pp, sep
from math import *
print(osp.join('a', 'b') == pp.join('a', 'b'), json.decoder.__name__, floor(2.5))
print(f"{x!r:>{10}}|{x=}|{'a' 'b'}|{{}}|{3.14159:.2f}|{'x'!a}" "tail")
def kwonly(*, a, b=2): return a, b
print(kwonly(a=1), kwonly(**{'a': 3, 'b': 4}))
print((lambda *a, k=1, **kw: (a, k, kw))(1, 2, k=3, z=4))
def deco(n):
    def w(f): print('deco', n, getattr(f, '__name__', f)); return f
    return w
@deco(1)
@deco(2)
def df(): "doc string"
@deco(3)
class dc: 'cdoc'
print(df.__doc__, dc.__doc__)
def ann(a: int, b: 'str' = 1, *c: list, d: dict = {}, **e: set) -> None: pass
print(ann.__annotations__, ann.__defaults__, ann.__kwdefaults__)
y: int = 3
class An:
    q: str
    r: int = 2
print(__annotations__, An.__annotations__)
assert 1, 'x'
try: assert x == 99, f'bad {x}'
except AssertionError as e: print(repr(e))
try: raise ValueError('a') from KeyError('b')
except ValueError as e: print(repr(e.__cause__), e.__suppress_context__)
a = b = c = []
print(a is b is c)
d = {}
d['x'] = d['y'] = 3
del d['x'], a[:]
print(d)
t = (1, 2)
t += (3,)
l = [1, 2, 3]; l[0] += 5; l[1:] = 'ab'; print(t, l, l[::-1], l[1:2])
print(x if x else y, x and y, x or y, not x, x is not None, x not in [1, 2], 3 in {3, 4}, x in [])
print(*[1, 2], sep='-'); print(*'ab', *'cd')
print({i: j for i, j in enumerate('ab')}, {i for i in 'aab'} == {'a', 'b'}, sum(i for i in range(4) if i if i > 1))
print([(i, j) for i in range(3) if i for j in range(i)], [[j for j in range(i)] for i in range(3)])
