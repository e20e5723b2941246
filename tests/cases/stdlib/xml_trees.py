"""Trees of XML: what is read, found, changed and written, and what is wrong with what is not XML."""
import copy
import io
import pickle
import re
import xml.etree.ElementTree as ET


def say(f,*a,**k):
    try:
        print(re.sub(' at 0x[0-9a-f]+', '', repr(f(*a, **k))))
    except Exception as e:
        print(type(e).__name__, e, getattr(e, 'code', ''), getattr(e, 'position', ''))
bad=['','<a>','<a','abc','<a></a>x','<a>&foo;</a>','<a b></a>','<a b="1" b="2"/>','<a b=1/>','<x:a/>','<a> < </a>','<a>&</a>','<a><b></a>','<a/><b/>','</a>','<a>]]></a>','<a><!-- -- --></a>','<a><!-- ','<a><![CDATA[x</a>','<?xml version="1.0"?><a/>',' <?xml version="1.0"?><a/>','<a>\x01</a>','<a b="<"/>','<a b="x',"<a\nb='1'>\n<c>\n</d></a>",'<1a/>','<a>&#0;</a>','<a>&#xD800;</a>','<a><b/></a','<a></b>','<a b="&bar;"/>','<!DOCTYPE a [<!ENTITY e "hi">]><a>&e;!</a>','<a xmlns:p="u" p:x="1"><p:b/></a>','<a xmlns="u"><b xmlns=""/></a>','&amp;<a/>','<a>\r\nx\r</a>','<é à="ü">ñ</é>','<a b="1"c="2"/>','<a>x</a><!-- c --> ','<a>&#65;&#x42;</a>',"<a b='\n\t x'/>",'<a>&lt;&gt;&amp;&quot;&apos;</a>','<a ','<a/','< a/>','<a>&am</a>','<!-- x --><a/>','<a><?pi x y?></a>','<!DOCTYPE html><a/>','<a><![CDATA[<x>&]]></a>', '<a:b:c xmlns:a="u"/>', '<a b = "1" />', '<?xml version="1.0" encoding="ascii"?><a/>']
for b in bad:
    print(repr(b),end=' '); say(lambda: ET.tostring(ET.fromstring(b),'unicode'))
for b in [b'<a>\xc3\xa9</a>', b'\xef\xbb\xbf<a/>', '<?xml version="1.0" encoding="latin-1"?><a>é</a>'.encode('latin1'), '<a>é</a>'.encode('utf-16'), b'<a>\xff</a>']:
    say(lambda: ET.tostring(ET.fromstring(b)))
doc='''<?xml version="1.0"?>
<data>
    <country name="Liechtenstein">
        <rank>1</rank><year>2008</year><gdppc>141100</gdppc>
        <neighbor name="Austria" direction="E"/><neighbor name="Switzerland" direction="W"/>
    </country>
    <country name="Singapore"><rank updated="yes">4</rank><year>2011</year><gdppc>59900</gdppc><neighbor name="Malaysia" direction="N"/></country>
    <country name="Panama"><rank>68</rank><year>2011</year><neighbor name="Costa Rica" direction="W"/><neighbor name="Colombia" direction="E"/></country>
</data>'''
r=ET.fromstring(doc)
print(r.tag,r.attrib,len(r),[c.attrib for c in r],r[0][1].text)
for p in ['.','country','./country/neighbor',".//year/..[@name='Singapore']",".//*[@name='Singapore']/year",'.//neighbor[2]','country[last()]','country[last()-1]','.//neighbor[@direction="E"]','.//neighbor[@direction!="E"]','country[year]',"country[year='2011']","country[year!='2011']",'*','*/*','.//rank[@updated]','..','country[1]/rank','country[.="x"]','rank[.="1"]','//country','country//neighbor','country/','country[','country[0]','country[foo()]','country[-1]','./','.//','country[@name="Panama"][year="2011"]','{*}country','{x}*','a:b','country[year][rank="4"]','country[position()=1]',"*[rank='68']/year"]:
    print(p,end=' '); say(lambda: [(e.tag,dict(e.attrib),(e.text or '').strip()) for e in r.findall(p)])
print(r.findtext('country/rank'),r.findtext('nope','d'),r.findtext('country'),r.find('nope'))
print([e.tag for e in r.iter()],[e.text for e in r.iter('rank')],[t.strip() for t in r.itertext() if t.strip()])
ns='<a xmlns="http://d" xmlns:p="http://p"><p:b p:k="1">x</p:b><c/></a>'
n=ET.fromstring(ns); say(ET.tostring,n); say(lambda: [e.tag for e in n.findall('p:b',{'p':'http://p'})]); say(lambda:[e.tag for e in n.findall('c',{'':'http://d'})]); say(lambda:[e.tag for e in n.findall('{*}b')]); say(lambda:[e.tag for e in n.findall('{http://d}*')])
ET.register_namespace('pp','http://p'); say(ET.tostring,n); say(ET.tostring,n,default_namespace='http://d'); say(ET.register_namespace,'ns1','x')
e=ET.Element('root',{'a':'1'},b='2'); s=ET.SubElement(e,'child',x='<&">\n\t'); s.text='t<&>"'; s.tail='tail'; ET.SubElement(e,'empty'); e.append(ET.Comment(' c ')); e.append(ET.PI('t','x'))
say(ET.tostring,e); say(ET.tostring,e,'unicode',short_empty_elements=False); say(ET.tostring,e,'utf-8'); say(ET.tostring,e,encoding='utf-8',xml_declaration=True); say(ET.tostring,e,'unicode',method='html'); say(ET.tostring,e,method='text'); say(ET.tostring,e,'latin-1'); say(ET.tostring,e,method='zz')
ET.indent(e); print(ET.tostring(e,'unicode')); ET.dump(e)
r2=ET.fromstring('<a><b><c/><d>x</d></b><e/></a>'); ET.indent(r2,'\t'); print(ET.tostring(r2,'unicode'))
c=copy.deepcopy(e); print(ET.tostring(c)==ET.tostring(e), c is e); c2=copy.copy(e); print(c2[0] is e[0])
p=pickle.loads(pickle.dumps(r2)); print(ET.tostring(p))
say(lambda: e[10]); say(e.append,5); say(e.remove,s); say(e.remove,s); say(e.insert,0,5); say(lambda: e['x']); say(ET.Element,'a',5); say(ET.SubElement,5,'a'); say(ET.SubElement,e,'a','b')
x=ET.Element('x'); x.text=5; say(ET.tostring,x); x.text='a'; x.set('k',5); say(ET.tostring,x); y=ET.Element(5); say(ET.tostring,y)
print(e.get('a'),e.get('zz'),e.get('zz',3),e.keys(),e.items()); e.set('a','9'); print(e.attrib); e.clear(); print(e.attrib,len(e),e.text)
print(ET.iselement(e),ET.iselement(5)); q=ET.QName('http://x','y'); print(q,repr(q),q=='{http://x}y',q==ET.QName('{http://x}y')); say(ET.tostring,ET.Element(q))
t=ET.ElementTree(ET.fromstring(doc)); f=io.BytesIO(); t.write(f); print(f.getvalue()[:40]); f=io.StringIO(); t.write(f,encoding='unicode',xml_declaration=True); print(f.getvalue()[:60]); say(t.find,'.//rank'); t2=ET.parse(io.StringIO('<a><b/></a>')); print(t2.getroot().tag, t2.find('b').tag,[x.tag for x in t2.iter()])
for ev,el in ET.iterparse(io.StringIO('<a x="1"><b>t</b><c/></a>'),events=('start','end')): print(ev,el.tag,el.text)
pp=ET.XMLPullParser(['start','end']); pp.feed('<a><b>'); print([(a,b.tag) for a,b in pp.read_events()]); pp.feed('</b></a>'); print([(a,b.tag) for a,b in pp.read_events()])
class T:
    def __init__(self): self.d=0; self.m=0
    def start(self,t,a): self.d+=1; self.m=max(self.m,self.d)
    def end(self,t): self.d-=1
    def data(self,d): pass
    def close(self): return self.m
pz=ET.XMLParser(target=T()); pz.feed('<a><b><c/></b></a>'); print(pz.close())
b=ET.TreeBuilder(); b.start('a',{}); b.data('x'); b.start('b',{'k':'v'}); b.end('b'); b.data('y'); b.end('a'); say(ET.tostring,b.close())
say(ET.XMLID,'<a id="1"><b id="2"/></a>'); say(ET.canonicalize,'<a b="1" a="2"><!-- c --><c/></a>'); say(ET.canonicalize,ns); say(ET.fromstringlist,['<a>','</a>']); say(ET.XML,5)
l=ET.fromstring('<a><b/><c/><d/></a>'); l[0]=ET.Element('z'); del l[1]; print([k.tag for k in l], [k.tag for k in l[0:1]]); l[:]=[]; print(len(l)); l.extend([ET.Element('q')]); print(len(l)); say(l.extend,[5]); say(lambda: list(l.iterfind('q'))[0].tag)
say(ET.fromstring,'<a>'*50+'</a>'*50)
say(ET.tostringlist, l)
