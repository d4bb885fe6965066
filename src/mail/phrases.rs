//! The set phrases of mail programs, in the languages of their users: data for [`super::quote`] and [`super::triage`].
//! Everything is in lower case; adding a language is adding words here.

/// Words that say "wrote" in the line above a quote.
pub(crate) const WROTE: &[&str] = &[
    "wrote", "writes", "schrieb", "a écrit", "a ecrit", "ha scritto", "escribió", "escribio", "escreveu", "schreef",
    "geschreven", "skrev", "skreiv", "kirjoitti", "napisał", "napisała", "napisał(a)", "написал", "написала",
    "написал(а)", "писал", "написав", "написала(в)", "пише", "napsal", "napsala", "napsal(a)", "napísal", "yazdı",
    "írta", "a scris", "έγραψε", "写道", "寫道", "写道：", "書きました", "작성", "썼습니다", "đã viết", "menulis", "כתב",
    "כתבה", "كتب", "skrifaði", "piše", "je napisao", "rašė", "kirjutas", "va escriure", "idatzi zuen", "написа",
    "пишет", "писала", "napísal(a)", "pisze", "napisana przez", "napísala", "のメール", "さんは書きました", "쓴 글", "כתב/ה",
    "تمت كتابة", "napisao", "napisala", "napisao/la", "napisao je", "ha escrit", "missatge de", "написав(-ла)",
    "написав(ла)", "rakstīja", "je napisal", "เขียนว่า", "quoting", "citat", "님이 작성",
];

/// How such a line begins.
pub(crate) const OPENERS: &[&str] = &[
    "on ", "at ", "am ", "le ", "il ", "el ", "em ", "op ", "den ", "dne ", "dnia ", "w dniu ", "în ", "la data ",
    "στις ", "在 ", "于 ", "pada ", "vào ", "ב-", "в ", "ti ", "ma ", "ke ", "pe ", "lø ", "sø ", "man ", "tir", "ons ", "tor",
    "fre", "lør", "søn", "mån", "lör", "sön", "mon, ", "tue, ",
    "wed, ", "thu, ", "fri, ", "sat, ", "sun, ",
    "la ", "dňa ", "dana ", "на ", "בתאריך", "في ", "v ", "u ", "pá ", "po ", "út ", "st ", "čt ", "so ", "ne ",
    "pi ", "št ", "пт, ", "пн, ", "вт, ", "ср, ", "чт, ", "сб, ", "вс, ", "нд, ", "понедельник", "вторник", "среда",
    "четверг", "пятница", "суббота", "воскресенье", "pt., ", "pon., ", "wt., ", "śr., ", "czw., ", "sob., ",
    "niedz., ", "pet, ", "vin., ", "lun., ", "mar., ", "mie., ", "joi, ", "sâm., ", "dum., ", "quoting ",
    "wiadomość ", "missatge de ",
];

/// The line that a mail program puts over an original it does not mark, without its dashes.
pub(crate) const ORIGINALS: &[&str] = &[
    "original message", "original mail", "original e-mail", "reply message", "reply above this line",
    "please reply above this line", "originalnachricht", "ursprüngliche nachricht", "original-nachricht",
    "urspr. nachricht", "message d'origine", "message original", "mail original", "message initial", "mail d'origine",
    "mensaje original", "mensagem original", "messaggio originale", "messaggio original", "messaggio initiale",
    "oorspronkelijk bericht", "origineel bericht", "ursprungligt meddelande", "originalmeddelande",
    "ursprungligt mejl", "oprindelig meddelelse", "oprindelig besked", "opprinnelig melding", "original melding",
    "alkuperäinen viesti", "wiadomość oryginalna", "oryginalna wiadomość", "wiadomość pierwotna",
    "исходное сообщение", "исходное письмо", "пересылаемое сообщение", "оригинальное сообщение", "původní zpráva",
    "původní e-mail", "orijinal mesaj", "özgün ileti", "eredeti üzenet", "mesaj original", "αρχικό μήνυμα", "原始邮件",
    "原始郵件", "邮件原件", "元のメッセージ", "원본 메시지", "원본 메일", "pôvodná správa", "izvorna poruka",
    "оригінальне повідомлення", "вихідне повідомлення", "оригинално съобщение", "הודעה מקורית", "الرسالة الأصلية",
    "missatge original", "thư gốc", "pesan asli", "algne sõnum", "pradinis laiškas", "originalna poruka",
    "izvirno sporočilo", "original meddelelse", "ursprungligt mail", "mensaje inicial", "sākotnējais ziņojums",
];

/// The line over a forwarded letter, without its dashes.
pub(crate) const FORWARDS: &[&str] = &[
    "forwarded message", "forwarded letter", "forwarded by", "begin forwarded message", "start of forwarded message",
    "weitergeleitete nachricht", "weitergeleitete mail", "anfang der weitergeleiteten nachricht", "message transféré",
    "message transmis", "début du message transféré", "début du message réexpédié", "mensaje reenviado",
    "mensaje enviado", "inicio del mensaje reenviado", "mensagem encaminhada", "início da mensagem reencaminhada",
    "messaggio inoltrato", "inizio messaggio inoltrato", "doorgestuurd bericht", "begin doorgestuurd bericht",
    "vidarebefordrat meddelande", "vidarebefordrat brev", "videresendt meddelelse", "videresendt melding",
    "videresendt besked", "välitetty viesti", "przekazana wiadomość", "wiadomość przekazana",
    "пересылаемое сообщение", "перенаправленное сообщение", "начало переадресованного сообщения",
    "přeposlaná zpráva", "iletilen mesaj", "továbbított üzenet", "mesaj redirecționat", "转发的邮件", "轉寄郵件",
    "転送メッセージ", "전달된 메시지",
    "treść przekazanej wiadomości", "preposlaná správa", "переслане повідомлення", "препратено съобщение",
    "yönlendirilmiş ileti", "mesaj redirecţionat", "προωθημένο μήνυμα", "転送されたメッセージ", "转发邮件", "轉寄的郵件",
    "הודעה שהועברה", "رسالة أُعيد توجيهها", "رسالة معاد توجيهها", "proslijeđena poruka", "missatge reenviat",
    "pesan terusan", "thư được chuyển tiếp", "edastatud kiri", "persiųstas laiškas", "posredovano sporočilo",
];

/// What one line of a header block in a text says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Heading {
    From,
    Sent,
    To,
    Subject,
}

/// The names of fields as mail programs print them over an original.
pub(crate) const HEADINGS: &[(Heading, &[&str])] = &[
    (
        Heading::From,
        &[
            "from", "de", "von", "da", "van", "från", "fra", "od", "от", "від", "kimden", "gönderen", "feladó",
            "lähettäjä", "expéditeur", "remitente", "mittente", "avsender", "afsender", "de la", "από", "发件人",
            "寄件者", "差出人", "送信者", "보낸 사람", "보낸사람",
            "发件者", "發件人", "寄件人", "보낸이", "מאת", "من", "saatja", "nuo", "từ", "dari", "от кого", "від кого", "absender",
            "expeditor", "expeditorul", "pošiljatelj", "odosielateľ", "odesílatel", "nadawca", "remetente",
            "avsändare", "afzender", "απο",
        ],
    ),
    (
        Heading::Sent,
        &[
            "sent", "date", "date sent", "message du", "envoyé", "envoyé le", "envoyé par", "gesendet", "datum", "enviado",
            "enviado el", "enviado em", "enviada em", "fecha", "data", "inviato", "verzonden", "skickat", "sendt",
            "dato", "wysłano", "data wysłania", "отправлено", "дата", "надіслано", "odesláno", "gönderme tarihi",
            "gönderildi", "tarih", "elküldve", "dátum", "lähetetty", "päiväys", "trimis", "στάλθηκε", "ημερομηνία",
            "发送时间", "日期", "送信日時", "日付", "보낸 날짜",
            "odoslané", "odoslane", "изпратено", "寄件日期", "传送时间", "傳送時間", "时间", "時間", "日時", "送信日", "날짜", "발송일", "נשלח",
            "תאריך", "تم الإرسال", "التاريخ", "poslano", "enviat", "đã gửi", "ngày", "dikirim", "tanggal", "saadetud",
            "kuupäev", "išsiųsta", "nosūtīts", "datums", "αποστολή", "gönderme", "дата отправки", "odeslano",
            "elküldés dátuma", "enviado a",
        ],
    ),
    (
        Heading::To,
        &[
            "to", "à", "an", "a", "para", "aan", "till", "til", "do", "кому", "kime", "címzett", "vastaanottaja",
            "komu", "către", "προς", "destinataire", "destinatario", "收件人", "宛先", "받는 사람", "cc", "kopie",
            "copie", "копия", "kopia", "copie à", "抄送",
            "收件者", "受信者", "送信先", "받는사람", "수신", "אל", "إلى", "za", "per a", "đến", "kepada", "adressaat", "kam", "до",
            "primatelj", "empfänger", "odbiorca", "mottagare", "modtager", "ontvanger", "příjemce", "destinatari",
            "alıcı", "címzettek", "кому:", "kopio", "kópia", "másolat", "másolatot kap", "копія", "bilgi", "κοιν.",
            "副本", "抄送人", "참조", "עותק", "نسخة",
        ],
    ),
    (
        Heading::Subject,
        &[
            "subject", "objet", "sujet", "betreff", "asunto", "assunto", "oggetto", "onderwerp", "ämne", "emne", "temat", "тема",
            "předmět", "predmet", "konu", "tárgy", "aihe", "subiect", "θέμα", "主题", "主旨", "件名", "제목",
            "主題", "题目", "标题", "표제", "נושא", "الموضوع", "assumpte", "chủ đề", "subjek", "perihal", "teema", "tema",
            "относно", "naslov", "zadeva", "předmet", "vec", "вид", "asia", "otsikko",
        ],
    ),
];

/// How the line begins that a telephone or a mail program adds below a letter.
pub(crate) const SENT_FROM: &[&str] = &[
    "sent from", "from my iphone", "sent via", "sent with", "sent using", "sent on the", "sent by", "get outlook for", "get bluemail for", "outlook für", "envoyé de mon",
    "envoyé depuis", "envoyé avec", "envoyé à partir", "télécharger outlook", "obtenir outlook", "von meinem",
    "gesendet von", "gesendet mit", "gesendet über", "diese nachricht wurde von meinem", "enviado desde",
    "enviado do meu", "enviado de meu", "enviado via", "enviado mediante", "inviato da", "inviato con", "verzonden vanaf",
    "verstuurd vanaf", "verzonden met", "skickat från", "sendt fra", "lähetetty", "wysłane z", "wysłano z",
    "отправлено с", "отправлено из", "odesláno z", "odoslané z", "iphone'umdan gönderildi", "发自我的", "從我的", "iphoneから送信",
    "나의 iphone", "trimis de pe", "elküldve az", "küldve a", "odoslané zo", "στάλθηκε από", "надіслано з", "відправлено з", "đã gửi từ",
    "được gửi từ", "ส่งจาก", "נשלח מ", "تم الإرسال من", "أرسلت من", "poslano s", "poslato sa", "enviat des", "enviado do", "saadetud minu",
    "išsiųsta iš", "nosūtīts no", "dikirim dari", "poslano z moje",
];

/// Words that make such a line certain.
pub(crate) const DEVICES: &[&str] = &[
    "iphone", "ipad", "ipod", "android", "samsung", "galaxy", "blackberry", "mobil", "phone", "huawei", "xiaomi",
    "pixel", "htc", "nokia", "tablet", "handy", "outlook", "mail", "proton", "sparrow", "thunderbird", "airmail",
    "spark", "device", "wireless", "telefon", "móvil", "http", "tutanota", "sony", "nexus", "kindle", "cell",
    "wiko", "alcatel", "windows", "oppo", "oneplus", "realme", "vivo", "honor", "lenovo", "zte", "asus", "lg ", "moto",
    "4g", "5g", "lte", "tablette", "portable",
];

/// How a paragraph begins that a company or a mail program adds: it counts when one of [`FOOTER_MARKS`] is in it.
pub(crate) const FOOTERS: &[&str] = &[
    "this email", "this e-mail", "this message", "this communication", "this transmission", "the information",
    "the contents of this", "the content of this", "confidential", "disclaimer", "notice:", "privileged", "important:",
    "please consider the environment", "virus-free", "you received this", "you are receiving this",
    "to unsubscribe", "caution", "external", "[external", "warning", "diese e-mail", "diese nachricht", "diese mail",
    "der inhalt dieser", "ce message", "ce courriel", "cet e-mail", "les informations", "este mensaje", "este correo",
    "este e-mail", "esta mensagem", "questo messaggio", "questa e-mail", "le informazioni", "dit bericht", "deze e-mail",
    "de informatie", "detta meddelande", "denna e-post", "denne e-post", "denne mail", "to view this discussion",
];

/// Words only found in such paragraphs.
pub(crate) const FOOTER_MARKS: &[&str] = &[
    "confidential", "intended recipient", "intended only", "intended solely", "privileged", "legally", "virus",
    "avast", "unsubscribe", "before printing", "outside of the organi", "outside your organi", "outside of your",
    "originated from outside", "do not click", "subscribed to the", "google groups", "addressee", "vertraulich",
    "irrtümlich", "confidenti", "pièces jointes", "destinataire", "destinatario", "destinatário", "riservat", "vertrouwelijk",
    "konfidentiell", "fortrolig",
];

/// Subjects of automatic answers, as the beginning of the subject. Only what programs write, not what people write.
pub(crate) const AWAY_SUBJECTS: &[&str] = &[
    "automatic reply", "auto reply", "auto-reply", "autoreply", "auto response", "auto-response", "autoresponse",
    "auto:", "automated reply", "automated response", "out of office", "out of the office", "out-of-office", "ooo:",
    "vacation:", "vacation reply", "away from my mail", "away from office", "i am out of the office",
    "automatische antwort", "abwesenheitsnotiz", "abwesenheitsbenachrichtigung", "abwesenheit:", "auto-antwort",
    "réponse automatique", "reponse automatique", "absence du bureau", "message d'absence", "respuesta automática",
    "respuesta automatica", "fuera de la oficina", "fuera de oficina", "risposta automatica", "fuori ufficio",
    "fuori sede", "resposta automática", "resposta automatica", "fora do escritório", "ausência temporária",
    "automatisch antwoord", "automatisch bericht", "afwezigheidsbericht", "niet op kantoor", "autosvar", "automatiskt svar",
    "automatisk svar", "frånvarande:", "fraværsmelding", "ikke til stede", "automaattinen vastaus", "poissaoloilmoitus",
    "automatyczna odpowiedź", "odpowiedź automatyczna", "nieobecność", "автоматический ответ", "автоответ",
    "автоматична відповідь", "automatická odpověď", "automatická odpoveď", "mimo kancelář", "otomatik yanıt",
    "automatikus válasz", "răspuns automat", "αυτόματη απάντηση", "自动回复", "自動回覆", "自動返信", "自動応答", "자동 회신",
    "자동 응답", "balasan otomatis", "trả lời tự động",
];

/// Subjects of delivery failures that come without any mark.
pub(crate) const BOUNCE_SUBJECTS: &[&str] = &[
    "undelivered mail returned to sender", "undeliverable", "undeliverable:", "mail delivery failed",
    "mail delivery failure", "mail delivery system", "mail delivery warning", "delivery status notification", "delivery failure",
    "delivery notification", "failure notice", "returned mail", "message undeliverable", "mail could not be delivered",
    "warning: could not send message", "non delivery", "nondeliverable mail", "unzustellbar", "non remis",
    "no se puede entregar", "onbestelbaar", "mancata consegna", "недоставленное сообщение",
];

/// What a mail server says that goes on trying.
pub(crate) const DELAYED: &[&str] = &[
    "delivery delayed", "has been delayed", "is delayed", "delayed mail", "delayed delivery", "(delay)", "will be retried",
    "will retry", "will continue to", "will keep trying", "continue trying", "still trying", "still being retried",
    "not yet been delivered", "not yet delivered", "has not yet", "do not need to resend", "not necessary to resend",
    "no action is required", "this is a warning message only", "warning: could not send", "warning: message",
    "retry for", "verzögert", "verzoegert", "noch nicht zugestellt", "retardé", "ritardat", "aplazad",
];

/// What a mail server says that gave up.
pub(crate) const FAILED: &[&str] = &[
    "could not be delivered", "cannot be delivered", "can't be delivered", "couldn't be delivered", "can not be delivered",
    "could not deliver", "couldn't deliver", "cannot deliver", "can't deliver", "not be delivered", "was not delivered",
    "were not delivered", "not delivered", "undeliverable", "undelivered", "undeliverd", "unable to deliver",
    "unable to be delivered", "delivery failed", "delivery failure", "delivery has failed", "failed delivery",
    "failure notice", "failed to deliver", "failed recipient", "failed address", "delivery error", "delivery problem",
    "delivery status notification (failure)", "returned mail", "returned to sender", "return to sender", "mail error",
    "could not be sent", "could not send", "wasn't able to deliver", "wasn't sent", "unsuccessful", "not reach",
    "did not reach", "user unknown", "unknown user", "unknown recipient", "recipient unknown", "unknown address",
    "unknown mailbox", "no such user", "no such account", "no such address", "no such recipient", "no such mailbox",
    "no mailbox", "no user", "does not exist", "doesn't exist", "not exist", "is not known", "not a valid", "not valid",
    "invalid recipient", "invalid address", "invalid mailbox", "mailbox unavailable", "mailbox full", "mailbox is full",
    "mail box space", "over quota", "quota exceeded", "exceeded storage", "no longer", "permanent error",
    "permanent failure", "permanently", "fatal error", "unrouteable", "unroutable", "relaying denied", "not accepting mail",
    "has been rejected", "was rejected", "message rejected", "rejected your message", "blocked", "couldn't be found",
    "not found", "not listed", "account is disabled", "account has been disabled", "inactive", "host unknown",
    "unzustellbar", "nicht zugestellt", "nicht zustellen", "unbekannter empfänger", "n'a pas pu être", "non remis",
    "utilisateur inconnu", "non recapitabile", "no se ha podido entregar", "no se pudo entregar", "não foi entregue",
    "niet bezorgd", "onbestelbaar", "не доставлено", "не может быть доставлено", "не удалось доставить",
];
