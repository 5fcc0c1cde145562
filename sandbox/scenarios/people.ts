import { PERSON_NAME_MAX_CHARACTERS } from "@/lib/contract/create-card";
import { countCharacters } from "@/lib/domain/text/characters";
import type { Random } from "@/sandbox/domain/credentials";
import { draw } from "./random";

/** In the order in which they are written: a Vietnamese family name comes first. */
export type PersonName = { first: string; last: string };

type Names = {
  first: readonly string[];
  last: readonly string[];
  /** The separator of double family names, in cultures that have them. */
  familyNameSeparator?: "-" | " ";
};

const DOUBLE_NAME_SHARE = 0.14;

const names = (first: string, last: string, familyNameSeparator?: "-" | " "): Names => ({
  first: first.split(", "),
  last: last.split(", "),
  ...(familyNameSeparator ? { familyNameSeparator } : {}),
});

export const NAMES = {
  arabic: names(
    "Layla, Omar, Fatima, Yousef, Noor, Khalid, Mariam, Tariq, Salma, Hassan, Amina, Karim, Rania, Faisal, Huda, Ziad, Dalal, Sami, Yasmin, Mahmoud, Nadia, Abdulrahman",
    "Al-Sabah, Haddad, El-Sayed, Mansour, Al-Mutairi, Nasser, Khoury, Al-Harbi, Darwish, Salem, Al-Rashid, Farouk, Hamdan, Aziz, Al-Otaibi, Shehata, Barakat, Al-Ghamdi, Zaki, Jaber",
  ),
  chinese: names(
    "Chan, Wong, Lee, Lim, Tan, Ng, Chen, Zhang, Wang, Liu, Huang, Lau, Ho, Cheung, Goh, Zhao, Wu, Xu, Sun, Teo, Leung, Koh",
    "Ka-yan, Siu Ming, Wei Ling, Jia Hui, Mei, Zhi Hao, Xin Yi, Kai, Jun Wei, Hoi Lam, Yu Ting, Wing Sze, Jing, Hao Ran, Li Na, Tsz Kin, Min, Boon Keng, Shu Fen, Yi Chen",
  ),
  czech: names(
    "Jiří, Tereza, Ondřej, Lucie, Tomáš, Kateřina, Matěj, Zuzana, Vojtěch, Eliška, Lukáš, Markéta, Štěpán, Barbora, Radek, Hana, Filip, Adéla, Dušan, Jitka",
    "Novák, Dvořák, Černý, Procházka, Kučera, Veselý, Horák, Němec, Pospíšil, Marek, Hájek, Král, Růžička, Beneš, Fiala, Sedláček, Zeman, Kolář, Čermák, Šimek",
  ),
  danish: names(
    "Søren, Mette, Lars, Freja, Anders, Signe, Rasmus, Astrid, Jørgen, Kirstine, Mikkel, Ida, Bjørn, Laura, Emil, Sofie, Nikolaj, Maja, Frederik, Anne-Grethe, Asger, Bodil",
    "Kjær, Østergaard, Nielsen, Jensen, Møller, Sørensen, Lund, Holm, Bruun, Thomsen, Dahl, Krogh, Juul, Bech, Nørgaard, Frandsen, Winther, Skov, Toft, Abildgaard",
    "-",
  ),
  dutch: names(
    "Daan, Sanne, Bram, Femke, Jeroen, Lotte, Thijs, Anouk, Pieter, Marieke, Sjoerd, Eva, Ruben, Noor, Willem, Maud, Joost, Hanneke, Coen, Zoë",
    "de Vries, van den Berg, Bakker, Jansen, Visser, Smit, Mulder, de Groot, Bos, Vos, Peters, Hendriks, van Leeuwen, Dekker, Brouwer, de Wit, Dijkstra, Hoekstra, Kuipers, van der Meer",
  ),
  english: names(
    "Olivia, James, Charlotte, Henry, Amelia, William, Grace, Samuel, Eleanor, Daniel, Hannah, Thomas, Abigail, George, Lucy, Benjamin, Ruth, Oscar, Chloe, Nathaniel, Megan, Theodore, Imogen, Marcus, Zoë, Rhys",
    "Bennett, Clarke, Fletcher, Hughes, Whitaker, Sutton, Parker, Ellis, Marsh, Thornton, Reed, Goodwin, Hayes, Lawson, Pritchard, Brooks, Ashworth, Cooper, Mercer, Nolan, Sinclair, Turner, Holloway, Quinn, St. Clair, Wright",
    "-",
  ),
  filipino: names(
    "Maria Luz, Jose, Angelica, Ramon, Cristina, Paolo, Liza, Miguel, Rosario, Andres, Bea, Carlo, Divina, Enrique, Grace Ann, Jomar, Katrina, Nilo, Teresita, Vicente",
    "Santos, Reyes, dela Cruz, Bautista, Mendoza, Aquino, Villanueva, Ocampo, Salazar, Navarro, Macaraeg, Dimaculangan, Pangilinan, Manalo, Tolentino, Lacson, Soriano, Abad, Cabrera, Peñaflor",
  ),
  finnish: names(
    "Aino, Väinö, Eero, Liisa, Jukka, Päivi, Mikko, Säde, Antti, Helmi, Juhani, Kaisa, Tuomas, Outi, Ville, Ritva, Lauri, Hilja, Pekka, Jyrki",
    "Korhonen, Virtanen, Mäkinen, Nieminen, Hämäläinen, Laine, Heikkinen, Koskinen, Järvinen, Lehtonen, Saarinen, Niemi, Rantanen, Salonen, Hyvönen, Ylönen, Pöyry, Aalto, Kivelä, Räsänen",
  ),
  french: names(
    "Chloé, Étienne, Amélie, Jérôme, Léa, Benoît, Inès, Mathieu, Élodie, François, Camille, Rémi, Maëlle, Guillaume, Océane, Jean-Baptiste, Zoé, Loïc, Hélène, Théo, Anaïs, Noémie",
    "Lefèvre, Moreau, Dubois, Girard, Beaumont, Fontaine, Rousseau, Gauthier, Lemaître, Chevalier, Marchand, Perrin, Barbier, Renaud, Delacroix, Géraud, Besnard, Tremblay, Côté, d’Estrées, Noël, Bélanger",
    "-",
  ),
  german: names(
    "Jürgen, Käthe, Lukas, Annika, Matthias, Ursula, Björn, Heike, Florian, Sabine, Jörg, Lena, Sebastian, Petra, Götz, Franziska, Tobias, Ingrid, Kai-Uwe, Änne, Moritz, Friederike",
    "Müller, Böhm, Schäfer, Weiß, Krüger, Vogel, Köhler, Groß, Jäger, Hoffmann, Lindner, Schröder, Brandt, Förster, Kühn, Bauer, Grünwald, Zimmermann, Hübner, Pfeiffer, Löwe, Strauß",
    "-",
  ),
  hebrew: names(
    "Noa, Eitan, Tamar, Yonatan, Shira, Amir, Maya, Gilad, Yael, Oren, Michal, Itai, Hadas, Nadav, Rotem, Tal, Avigail, Uri, Dana, Barak",
    "Cohen, Levi, Mizrahi, Peretz, Biton, Friedman, Azoulay, Shapira, Ben-David, Dahan, Gabay, Malka, Amar, Katz, Ohayon, Segal, Golan, Bar-Lev, Harel, Navon",
  ),
  hungarian: names(
    "Eszter, Gergő, Zsófia, Balázs, Réka, László, Katalin, Ákos, Ilona, István, Dóra, Örs, Judit, György, Piroska, Szilárd, Anikó, Kristóf, Emőke, Béla",
    "Nagy, Kovács, Tóth, Szabó, Horváth, Varga, Kiss, Molnár, Németh, Farkas, Balogh, Papp, Takács, Juhász, Lakatos, Mészáros, Oláh, Fülöp, Győri, Szűcs",
  ),
  indian: names(
    "Aarav, Priya, Rohan, Ananya, Vikram, Kavya, Arjun, Meera, Sanjay, Divya, Rahul, Ishita, Karthik, Lakshmi, Nikhil, Pooja, Harpreet, Sunita, Farhan, Deepika, Gurpreet, Zara",
    "Sharma, Patel, Iyer, Reddy, Chatterjee, Nair, Singh, Mehta, Kulkarni, Banerjee, Menon, Desai, Gupta, Subramaniam, Khan, Joshi, Bose, Kaur, Rao, Venkataraman, Pillai, Bhattacharya",
  ),
  indonesian: names(
    "Putri, Budi, Dewi, Agus, Siti, Rizky, Ayu, Bambang, Wulan, Joko, Nurul, Dimas, Ratna, Fajar, Indah, Hendra, Lestari, Yusuf, Kartika, Made",
    "Wijaya, Santoso, Pratama, Kusuma, Hidayat, Siregar, Nugroho, Saputra, Wibowo, Halim, Simanjuntak, Lubis, Gunawan, Setiawan, Suryadi, Rahman, Tanjung, Maharani, Purnomo, Anggraini",
  ),
  irish: names(
    "Aoife, Ciarán, Niamh, Seán, Sinéad, Oisín, Róisín, Pádraig, Gráinne, Conor, Máire, Eoin, Caoimhe, Diarmuid, Orla, Tadhg, Bríd, Fionn, Saoirse, Declan",
    "Ó Briain, Murphy, Ní Dhomhnaill, Kelly, O’Sullivan, Byrne, Walsh, Gallagher, Doyle, Mac Cárthaigh, Brennan, Keane, Fitzgerald, O’Connor, Hennessy, Ryan, Breathnach, Duffy, Lynch, Nolan",
  ),
  italian: names(
    "Giulia, Marco, Chiara, Lorenzo, Francesca, Matteo, Niccolò, Alessia, Davide, Martina, Federico, Elena, Simone, Beatrice, Pietro, Ilaria, Emanuele, Noemi, Carlo Alberto, Lucia",
    "Rossi, Bianchi, Esposito, Ricci, Colombo, Marchetti, Conti, De Luca, Galli, Ferrara, Moretti, Barbieri, Lombardi, Dell’Acqua, Rinaldi, Caputo, Nicolò, Fiore, D’Angelo, Villa",
  ),
  japanese: names(
    "Haruto, Yui, Sōta, Sakura, Ren, Aoi, Daichi, Hina, Kenji, Misaki, Takumi, Yūko, Shōhei, Naomi, Ryō, Emi, Hiroshi, Keiko, Kōsuke, Mayu",
    "Satō, Suzuki, Tanaka, Watanabe, Itō, Kobayashi, Katō, Yoshida, Yamada, Sasaki, Matsumoto, Inoue, Kimura, Hayashi, Shimizu, Mori, Ōno, Fujita, Okada, Gotō",
  ),
  kenyan: names(
    "Wanjiru, Otieno, Achieng, Kamau, Njeri, Kipchoge, Akinyi, Mwangi, Chebet, Juma, Wambui, Barasa, Nekesa, Kiprono, Atieno, Mutua, Zawadi, Baraka, Imani, Cherono",
    "Ochieng, Kariuki, Wanyama, Njoroge, Odhiambo, Kimani, Cheruiyot, Muthoni, Omondi, Wekesa, Mutiso, Ndegwa, Kiplagat, Oduor, Gathoni, Nyambura, Rotich, Makena, Onyango, Kilonzo",
  ),
  korean: names(
    "Kim, Lee, Park, Choi, Jung, Kang, Cho, Yoon, Jang, Lim, Han, Shin, Seo, Kwon, Hwang, Ahn, Song, Bae, Noh, Moon",
    "Min-jun, Seo-yeon, Ji-ho, Ha-eun, Do-yun, Ji-woo, Eun-ji, Jun-seo, Soo-ah, Hyun-woo, Ye-rin, Tae-yang, Na-ri, Seung-min, Da-hye, Woo-jin, Mi-kyung, Dong-hyun, Bo-ra, Sung-ho",
  ),
  maori: names(
    "Aroha, Tāne, Mereana, Wiremu, Hine, Rāwiri, Ngaio, Tama, Anahera, Kahu, Moana, Hōne, Ripeka, Manaia, Tūī",
    "Ngata, Parata, Tāmihana, Walker, Pōmare, Henare, Tūhoe, Wikitera, Rangi, Taonui, Mahuta, Kōpua, Te Kanawa, Waititi, Hōhepa",
  ),
  nigerian: names(
    "Amara, Chinedu, Folasade, Emeka, Ngozi, Tunde, Adaeze, Babatunde, Ifeoma, Olúṣẹ́gun, Zainab, Ibrahim, Chiamaka, Kẹ́hìndé, Yetunde, Obinna, Halima, Uche, Temitope, Nkechi",
    "Okonkwo, Adeyemi, Balogun, Eze, Okafor, Abubakar, Ogunleye, Nwosu, Bello, Adébáyọ̀, Chukwu, Danjuma, Ibekwe, Olawale, Umeh, Lawal, Afolabi, Obi, Akinwande, Yusuf",
  ),
  norwegian: names(
    "Ingrid, Håkon, Solveig, Øyvind, Kari, Sindre, Åse, Magnus, Bjørg, Eirik, Ragnhild, Torbjørn, Marit, Sjur, Tuva, Pål, Synnøve, Odd, Gro, Trygve",
    "Hansen, Bakke, Solberg, Ødegård, Haugen, Lie, Moen, Strand, Berge, Sætre, Fjeld, Nygård, Aas, Bråten, Vik, Tveit, Rød, Myhre, Engen, Skår",
    "-",
  ),
  polish: names(
    "Agnieszka, Paweł, Małgorzata, Łukasz, Zofia, Michał, Żaneta, Stanisław, Katarzyna, Grzegorz, Joanna, Bartłomiej, Wiesława, Jędrzej, Ewa, Mateusz, Świętosława, Rafał, Dorota, Krzysztof",
    "Nowak, Wiśniewski, Wójcik, Kamińska, Dąbrowski, Zieliński, Szymańska, Woźniak, Kozłowski, Jankowska, Mazur, Król, Pawłowska, Wróbel, Jabłoński, Sikora, Gołębiowska, Łuczak, Żak, Szczęsny",
    "-",
  ),
  portuguese: names(
    "João, Mariana, Tiago, Beatriz, André, Inês, Antônio, Luísa, Caetano, Conceição, Rafael, Júlia, Sebastião, Marília, Gonçalo, Letícia, Otávio, Íris, Estêvão, Débora",
    "Silva, Gonçalves, Araújo, Fonseca, Magalhães, Ribeiro, Guimarães, Teixeira, Conceição, Moreira, Sá, Brandão, Carvalho, Assunção, Lobo, Simões, Falcão, Freitas, Leitão, Esteves",
    " ",
  ),
  southAfrican: names(
    "Thandiwe, Sipho, Nomvula, Pieter, Zanele, Lwazi, Anneke, Kagiso, Lerato, Johan, Nosipho, Bongani, Elmarie, Themba, Palesa, Riaan, Ayanda, Tshepo, Naledi, Chanté",
    "Dlamini, Nkosi, van der Merwe, Botha, Mokoena, Khumalo, Naidoo, Pretorius, Mahlangu, Ndlovu, du Plessis, Sithole, Govender, Zulu, Coetzee, Molefe, Maseko, Joubert, Mthembu, Steyn",
  ),
  spanish: names(
    "Lucía, José, Sofía, Ángel, Valentina, Martín, Begoña, Íñigo, Camila, Joaquín, Ximena, Raúl, María José, Andrés, Inmaculada, Óscar, Paloma, Nicolás, Rocío, Tomás, Itzel, Héctor",
    "García, Muñoz, Fernández, Peña, Hernández, Ibáñez, Castro, Núñez, Ortega, Gómez, Vázquez, Rojas, Méndez, Cabrera, Quiñones, Salinas, Ávila, Zúñiga, Ríos, León, Bermúdez, Saldaña",
    " ",
  ),
  swedish: names(
    "Åsa, Björn, Elin, Gustav, Märta, Östen, Linnéa, Sven, Agnes, Oskar, Maja, Göran, Ebba, Viktor, Sara, Håkan, Tindra, Per-Erik, Selma, Örjan",
    "Andersson, Lindqvist, Bergström, Åkesson, Nyström, Sjöberg, Hedlund, Öberg, Lindgren, Ekström, Wallin, Söderberg, Björk, Forsberg, Hägg, Norén, Sandström, Ek, Dahlén, Rönnqvist",
    "-",
  ),
  thai: names(
    "Somchai, Ploy, Kittipong, Nattaya, Anong, Prasit, Siriporn, Chai, Malee, Thanawat, Kanya, Wichai, Pimchanok, Arthit, Duangjai, Niran, Suda, Pakorn, Rattana, Tida",
    "Srisai, Wongsawat, Chaiyasit, Boonmee, Saetang, Rattanakul, Phromma, Suwan, Charoensuk, Thongdee, Kaewmanee, Intarapong, Jitpakdee, Sukhum, Yodkaew, Panyarachun, Meesuk, Bunnag, Tansakul, Lertsiri",
  ),
  turkish: names(
    "Ayşe, Mehmet, Zeynep, Emre, Elif, Çağlar, Gülşen, Burak, İpek, Oğuz, Şebnem, Kerem, Hatice, Yiğit, Özge, Murat, Büşra, Ümit, Nazlı, Tuğçe",
    "Yılmaz, Kaya, Demir, Şahin, Çelik, Öztürk, Aydın, Arslan, Doğan, Kılıç, Aslan, Çetin, Kurt, Özdemir, Koç, Yıldırım, Güneş, Şimşek, Bulut, Karagöz",
  ),
  vietnamese: names(
    "Nguyễn, Trần, Lê, Phạm, Huỳnh, Hoàng, Phan, Vũ, Võ, Đặng, Bùi, Đỗ, Hồ, Ngô, Dương, Lý, Đinh, Trịnh",
    "Thị Minh Khai, Văn Hùng, Thị Lan Anh, Quốc Bảo, Thu Hà, Minh Tuấn, Ngọc Ánh, Đức Thắng, Thị Hồng Nhung, Hoàng Yến, Thanh Tùng, Bảo Châu, Gia Huy, Thị Phương, Xuân Trường, Khánh Linh, Hữu Phước, Mỹ Duyên",
  ),
} as const satisfies Record<string, Names>;

export type Culture = keyof typeof NAMES;

export function drawPerson(random: Random, culture: Culture): PersonName {
  const { first, last, familyNameSeparator }: Names = NAMES[culture];
  const name = { first: draw(random, first), last: draw(random, last) };
  const [isDouble, other] = [random() < DOUBLE_NAME_SHARE, draw(random, last)];
  if (!familyNameSeparator || !isDouble || other === name.last) return name;
  const doubleName = `${name.last}${familyNameSeparator}${other}`;
  return countCharacters(doubleName) <= PERSON_NAME_MAX_CHARACTERS ? { ...name, last: doubleName } : name;
}

export function drawFamilyName(random: Random, culture: Culture): string {
  const { first, last }: Names = NAMES[culture];
  return draw(random, FAMILY_NAME_FIRST.has(culture) ? first : last);
}

const FAMILY_NAME_FIRST: ReadonlySet<Culture> = new Set(["chinese", "korean", "vietnamese"]);
