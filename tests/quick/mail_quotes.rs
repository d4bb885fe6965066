//! Originals without marks, language by language: what mail programs put over a letter that is answered or sent on.
//! Orders typed above it are read, orders in it never are; where marks follow, orders between and below them are read.

use adjutant::mail::Note;
use adjutant::mail::visible::read_plain;

const TYPED: &str = "PP 1: move Grant to Paducah";
const QUOTED: &str = "PP 9: surrender Cairo";
const BELOW: &str = "PP 3: hold";

/// What the programs of one language write.
struct Language {
    name: &'static str,
    /// Lines over an answered letter, as Gmail, Apple Mail and Thunderbird write them.
    attributions: &'static [&'static str],
    /// Blocks of header lines, as Outlook and others print them; `|` parts the lines.
    blocks: &'static [&'static str],
    /// Lines over an original or a forwarded letter, without their dashes.
    separators: &'static [&'static str],
}

#[rustfmt::skip]
const LANGUAGES: &[Language] = &[
    Language {
        name: "English",
        attributions: &[
            "On Fri, Nov 20, 2026 at 1:33 PM Judge <judge@example.org> wrote:",
            "On 20 Nov 2026, at 13:33, Judge <judge@example.org> wrote:",
            "On 20/11/2026 13:33, Judge wrote:",
            "On Friday, November 20th, 2026 at 1:33 PM, Judge <judge@example.org> wrote:",
            "On Nov 20, 2026, 1:33 PM, at 1:33 PM, Judge <judge@example.org> wrote:",
            "Quoting Judge <judge@example.org>:",
        ],
        blocks: &[
            "From: Judge <judge@example.org>|Sent: Friday, November 20, 2026 1:33 PM|To: Ann|Subject: [g7] Report",
            "From: Judge|Date: Friday, 20 November 2026 at 13:33|To: Ann|Subject: [g7] Report",
        ],
        separators: &["Original Message", "Forwarded message", "Begin forwarded message", "Forwarded by Ann on 20/11/2026 13:33"],
    },
    Language {
        name: "German",
        attributions: &[
            "Am Fr., 20. Nov. 2026 um 13:33 Uhr schrieb Judge <judge@example.org>:",
            "Am 20.11.2026 um 13:33 schrieb Judge <judge@example.org>:",
            "Am 20.11.26 um 13:33 schrieb Judge:",
            "Judge <judge@example.org> schrieb am Fr., 20. Nov. 2026, 13:33:",
            "Judge schrieb am 20.11.26 um 13:33:",
        ],
        blocks: &[
            "Von: Judge <judge@example.org>|Gesendet: Freitag, 20. November 2026 13:33|An: Ann|Betreff: [g7] Bericht",
            "Von: Judge|Datum: Freitag, 20. November 2026 um 13:33|An: Ann|Betreff: [g7] Bericht",
            "Gesendet: Freitag, 20. November 2026 um 13:33 Uhr|Von: Judge <judge@example.org>|An: Ann|Betreff: [g7] Bericht",
        ],
        separators: &["Ursprüngliche Nachricht", "Originalnachricht", "Weitergeleitete Nachricht", "Anfang der weitergeleiteten Nachricht"],
    },
    Language {
        name: "French",
        attributions: &[
            "Le ven. 20 nov. 2026 à 13:33, Judge <judge@example.org> a écrit :",
            "Le 20 nov. 2026 à 13:33, Judge <judge@example.org> a écrit :",
            "Le 20/11/2026 à 13:33, Judge a écrit :",
            "Le vendredi 20 novembre 2026 à 13:33:12 UTC+1, Judge <judge@example.org> a écrit :",
        ],
        blocks: &[
            "De : Judge <judge@example.org>|Envoyé : vendredi 20 novembre 2026 13:33|À : Ann|Objet : [g7] Rapport",
            "De: Judge|Date: vendredi 20 novembre 2026 à 13:33|À: Ann|Objet: [g7] Rapport",
        ],
        separators: &["Message d'origine", "Message original", "Message transféré", "Début du message réexpédié"],
    },
    Language {
        name: "Spanish",
        attributions: &[
            "El vie, 20 nov 2026 a las 13:33, Judge (<judge@example.org>) escribió:",
            "El 20 nov 2026, a las 13:33, Judge <judge@example.org> escribió:",
            "El 20/11/2026 a las 13:33, Judge escribió:",
            "El viernes, 20 de noviembre de 2026, Judge escribió:",
        ],
        blocks: &[
            "De: Judge <judge@example.org>|Enviado: viernes, 20 de noviembre de 2026 13:33|Para: Ann|Asunto: [g7] Informe",
            "De: Judge|Enviado el: viernes, 20 de noviembre de 2026 13:33|Para: Ann|Asunto: [g7] Informe",
            "Remitente: Judge|Fecha: 20 de noviembre de 2026|Destinatario: Ann|Asunto: [g7] Informe",
        ],
        separators: &["Mensaje original", "Mensaje reenviado", "Inicio del mensaje reenviado"],
    },
    Language {
        name: "Italian",
        attributions: &[
            "Il giorno ven 20 nov 2026 alle ore 13:33 Judge <judge@example.org> ha scritto:",
            "Il giorno 20 nov 2026, alle ore 13:33, Judge <judge@example.org> ha scritto:",
            "Il 20/11/2026 13:33, Judge ha scritto:",
        ],
        blocks: &[
            "Da: Judge <judge@example.org>|Inviato: venerdì 20 novembre 2026 13:33|A: Ann|Oggetto: [g7] Rapporto",
            "Da: Judge|Data: venerdì 20 novembre 2026 13:33|A: Ann|Oggetto: [g7] Rapporto",
        ],
        separators: &["Messaggio originale", "Messaggio inoltrato", "Inizio messaggio inoltrato"],
    },
    Language {
        name: "Portuguese",
        attributions: &[
            "Em sex., 20 de nov. de 2026 às 13:33, Judge <judge@example.org> escreveu:",
            "Judge <judge@example.org> escreveu no dia sexta, 20/11/2026 à(s) 13:33:",
            "Em 20/11/2026 13:33, Judge escreveu:",
            "Em 20 de nov. de 2026, à(s) 13:33, Judge <judge@example.org> escreveu:",
        ],
        blocks: &[
            "De: Judge <judge@example.org>|Enviada em: sexta-feira, 20 de novembro de 2026 13:33|Para: Ann|Assunto: [g7] Relatório",
            "De: Judge|Enviado: 20 de novembro de 2026 13:33|Para: Ann|Assunto: [g7] Relatório",
        ],
        separators: &["Mensagem original", "Mensagem encaminhada", "Início da mensagem reencaminhada"],
    },
    Language {
        name: "Dutch",
        attributions: &[
            "Op vr 20 nov 2026 om 13:33 schreef Judge <judge@example.org>:",
            "Op 20 nov. 2026, om 13:33 heeft Judge <judge@example.org> het volgende geschreven:",
            "Op 20-11-2026 om 13:33 schreef Judge:",
        ],
        blocks: &[
            "Van: Judge <judge@example.org>|Verzonden: vrijdag 20 november 2026 13:33|Aan: Ann|Onderwerp: [g7] Verslag",
            "Van: Judge|Datum: vrijdag 20 november 2026 om 13:33|Aan: Ann|Onderwerp: [g7] Verslag",
        ],
        separators: &["Oorspronkelijk bericht", "Doorgestuurd bericht", "Begin doorgestuurd bericht"],
    },
    Language {
        name: "Danish",
        attributions: &[
            "Den fre. 20. nov. 2026 kl. 13.33 skrev Judge <judge@example.org>:",
            "Den 20. nov. 2026 kl. 13.33 skrev Judge <judge@example.org>:",
            "Den 20-11-2026 kl. 13:33 skrev Judge:",
        ],
        blocks: &[
            "Fra: Judge <judge@example.org>|Sendt: 20. november 2026 13:33|Til: Ann|Emne: [g7] Rapport",
            "Fra: Judge|Dato: fredag den 20. november 2026|Til: Ann|Emne: [g7] Rapport",
        ],
        separators: &["Oprindelig meddelelse", "Videresendt meddelelse", "Videresendt besked"],
    },
    Language {
        name: "Swedish",
        attributions: &[
            "Den fre 20 nov. 2026 kl 13:33 skrev Judge <judge@example.org>:",
            "20 nov. 2026 kl. 13:33 skrev Judge <judge@example.org>:",
            "Den 2026-11-20 kl. 13:33, skrev Judge:",
        ],
        blocks: &[
            "Från: Judge <judge@example.org>|Skickat: den 20 november 2026 13:33|Till: Ann|Ämne: [g7] Rapport",
            "Från: Judge|Datum: fredag, 20 november 2026 13:33|Till: Ann|Ämne: [g7] Rapport",
        ],
        separators: &["Ursprungligt meddelande", "Vidarebefordrat meddelande", "Originalmeddelande"],
    },
    Language {
        name: "Norwegian",
        attributions: &[
            "fre. 20. nov. 2026 kl. 13:33 skrev Judge <judge@example.org>:",
            "20. nov. 2026 kl. 13:33 skrev Judge <judge@example.org>:",
            "Den 20.11.2026 13:33, skrev Judge:",
        ],
        blocks: &["Fra: Judge <judge@example.org>|Sendt: fredag 20. november 2026 13:33|Til: Ann|Emne: [g7] Rapport"],
        separators: &["Opprinnelig melding", "Videresendt melding"],
    },
    Language {
        name: "Finnish",
        attributions: &[
            "pe 20. marrask. 2026 klo 13.33 Judge (judge@example.org) kirjoitti:",
            "Judge <judge@example.org> kirjoitti 20.11.2026 kello 13.33:",
            "Judge kirjoitti 20.11.2026 klo 13.33:",
        ],
        blocks: &["Lähettäjä: Judge <judge@example.org>|Lähetetty: perjantai 20. marraskuuta 2026 13.33|Vastaanottaja: Ann|Aihe: [g7] Raportti"],
        separators: &["Alkuperäinen viesti", "Välitetty viesti"],
    },
    Language {
        name: "Polish",
        attributions: &[
            "pt., 20 lis 2026 o 13:33 Judge <judge@example.org> napisał(a):",
            "Wiadomość napisana przez Judge <judge@example.org> w dniu 20 lis 2026, o godz. 13:33:",
            "W dniu 20.11.2026 o 13:33, Judge pisze:",
            "Dnia 20 listopada 2026 13:33 Judge <judge@example.org> napisał(a):",
        ],
        blocks: &[
            "Od: Judge <judge@example.org>|Wysłano: piątek, 20 listopada 2026 13:33|Do: Ann|Temat: [g7] Raport",
            "Od: Judge|Data: piątek, 20 listopada 2026 13:33|Do: Ann|Temat: [g7] Raport",
        ],
        separators: &["Wiadomość oryginalna", "Przekazana wiadomość", "Treść przekazanej wiadomości"],
    },
    Language {
        name: "Czech",
        attributions: &[
            "pá 20. 11. 2026 v 13:33 odesílatel Judge <judge@example.org> napsal:",
            "20. 11. 2026 v 13:33, Judge <judge@example.org>:",
            "Dne 20.11.2026 v 13:33 Judge napsal(a):",
        ],
        blocks: &[
            "Od: Judge <judge@example.org>|Odesláno: pátek 20. listopadu 2026 13:33|Komu: Ann|Předmět: [g7] Zpráva",
            "Od: Judge|Datum: pátek 20. listopadu 2026 13:33|Komu: Ann|Předmět: [g7] Zpráva",
        ],
        separators: &["Původní zpráva", "Původní e-mail", "Přeposlaná zpráva"],
    },
    Language {
        name: "Slovak",
        attributions: &[
            "pi 20. 11. 2026 o 13:33 Judge <judge@example.org> napísal(a):",
            "Dňa 20.11.2026 o 13:33 Judge napísal(a):",
        ],
        blocks: &["Od: Judge <judge@example.org>|Odoslané: piatok 20. novembra 2026 13:33|Komu: Ann|Predmet: [g7] Správa"],
        separators: &["Pôvodná správa", "Preposlaná správa"],
    },
    Language {
        name: "Russian",
        attributions: &[
            "пт, 20 нояб. 2026 г. в 13:33, Judge <judge@example.org>:",
            "20 нояб. 2026 г., в 13:33, Judge <judge@example.org> написал(а):",
            "20.11.2026 13:33, Judge пишет:",
            "Пятница, 20 ноября 2026, 13:33 +03:00 от Judge <judge@example.org>:",
        ],
        blocks: &[
            "От: Judge <judge@example.org>|Отправлено: 20 ноября 2026 г. 13:33|Кому: Ann|Тема: [g7] Отчёт",
            "От кого: Judge|Дата: пятница, 20 ноября 2026 г., 13:33|Кому: Ann|Тема: [g7] Отчёт",
        ],
        separators: &["Исходное сообщение", "Пересылаемое сообщение", "Перенаправленное сообщение", "Начало переадресованного сообщения"],
    },
    Language {
        name: "Ukrainian",
        attributions: &[
            "пт, 20 лист. 2026 р. о 13:33 Judge <judge@example.org> пише:",
            "20 лист. 2026 р. о 13:33 Judge <judge@example.org> написав(-ла):",
            "20.11.26 13:33, Judge пише:",
        ],
        blocks: &[
            "Від: Judge <judge@example.org>|Надіслано: 20 листопада 2026 р. 13:33|Кому: Ann|Тема: [g7] Звіт",
            "Від: Judge|Дата: п'ятниця, 20 листопада 2026 р. 13:33|Кому: Ann|Тема: [g7] Звіт",
        ],
        separators: &["Оригінальне повідомлення", "Вихідне повідомлення", "Переслане повідомлення"],
    },
    Language {
        name: "Bulgarian",
        attributions: &[
            "На пт, 20.11.2026 г. в 13:33 Judge <judge@example.org> написа:",
            "На 20.11.2026 г. в 13:33, Judge написа:",
        ],
        blocks: &["От: Judge <judge@example.org>|Изпратено: петък, 20 ноември 2026 г. 13:33|До: Ann|Относно: [g7] Доклад"],
        separators: &["Оригинално съобщение", "Препратено съобщение"],
    },
    Language {
        name: "Turkish",
        attributions: &[
            "Judge <judge@example.org>, 20 Kas 2026 Cum, 13:33 tarihinde şunu yazdı:",
            "Judge <judge@example.org> şunları yazdı (20 Kas 2026 13:33):",
            "20.11.2026 13:33 tarihinde Judge yazdı:",
        ],
        blocks: &[
            "Kimden: Judge <judge@example.org>|Gönderme Tarihi: 20 Kasım 2026 Cuma 13:33|Kime: Ann|Konu: [g7] Rapor",
            "Gönderen: Judge|Gönderildi: 20 Kasım 2026 Cuma 13:33|Kime: Ann|Konu: [g7] Rapor",
        ],
        separators: &["Özgün İleti", "Orijinal Mesaj", "İletilen mesaj", "Yönlendirilmiş ileti"],
    },
    Language {
        name: "Hungarian",
        attributions: &[
            "Judge <judge@example.org> ezt írta (időpont: 2026. nov. 20., P, 13:33):",
            "2026. 11. 20. 13:33 keltezéssel, Judge írta:",
            "2026. nov. 20. dátummal, 13:33 időpontban Judge <judge@example.org> írta:",
        ],
        blocks: &[
            "Feladó: Judge <judge@example.org>|Elküldve: 2026. november 20., péntek 13:33|Címzett: Ann|Tárgy: [g7] Jelentés",
            "Feladó: Judge|Dátum: 2026. november 20., péntek 13:33|Címzett: Ann|Tárgy: [g7] Jelentés",
        ],
        separators: &["Eredeti üzenet", "Továbbított üzenet"],
    },
    Language {
        name: "Romanian",
        attributions: &[
            "vin., 20 nov. 2026 la 13:33, Judge <judge@example.org> a scris:",
            "În vin., 20 nov. 2026 la 13:33, Judge <judge@example.org> a scris:",
            "Pe 20 nov. 2026, la 13:33, Judge <judge@example.org> a scris:",
            "La 20.11.2026 13:33, Judge a scris:",
        ],
        blocks: &[
            "De la: Judge <judge@example.org>|Trimis: vineri, 20 noiembrie 2026 13:33|Către: Ann|Subiect: [g7] Raport",
            "De la: Judge|Data: vineri, 20 noiembrie 2026 13:33|Către: Ann|Subiect: [g7] Raport",
        ],
        separators: &["Mesaj original", "Mesaj redirecționat", "Mesaj redirecţionat"],
    },
    Language {
        name: "Greek",
        attributions: &[
            "Στις Παρ 20 Νοε 2026 στις 1:33 μ.μ., ο χρήστης Judge <judge@example.org> έγραψε:",
            "Στις 20/11/2026 13:33, ο Judge έγραψε:",
            "Στις 20 Νοε 2026, στις 13:33, Judge <judge@example.org> έγραψε:",
        ],
        blocks: &[
            "Από: Judge <judge@example.org>|Στάλθηκε: Παρασκευή, 20 Νοεμβρίου 2026 13:33|Προς: Ann|Θέμα: [g7] Αναφορά",
            "Από: Judge|Ημερομηνία: Παρασκευή, 20 Νοεμβρίου 2026 13:33|Προς: Ann|Θέμα: [g7] Αναφορά",
        ],
        separators: &["Αρχικό μήνυμα", "Προωθημένο μήνυμα"],
    },
    Language {
        name: "Japanese",
        attributions: &[
            "2026年11月20日(金) 13:33 Judge <judge@example.org>:",
            "2026/11/20 13:33、Judge <judge@example.org>のメール:",
            "2026年11月20日 13:33、Judge<judge@example.org>のメール：",
            "Judge さんは書きました (2026/11/20 13:33):",
        ],
        blocks: &[
            "差出人: Judge <judge@example.org>|送信日時: 2026年11月20日 13:33|宛先: Ann|件名: [g7] 報告",
            "送信者： Judge|日付： 2026年11月20日 金曜日 13:33|宛先： Ann|件名： [g7] 報告",
        ],
        separators: &["元のメッセージ", "転送メッセージ", "転送されたメッセージ"],
    },
    Language {
        name: "Chinese",
        attributions: &[
            "Judge <judge@example.org> 于2026年11月20日周五 13:33写道：",
            "Judge <judge@example.org> 於 2026年11月20日 週五 下午1:33寫道：",
            "在 2026/11/20 13:33, Judge 写道:",
            "Judge 於 2026/11/20 13:33 寫道:",
            "2026年11月20日 13:33，Judge <judge@example.org> 写道：",
            "在 2026-11-20 13:33:12，\"Judge\" <judge@example.org> 写道：",
        ],
        blocks: &[
            "发件人: Judge <judge@example.org>|发送时间: 2026年11月20日 13:33|收件人: Ann|主题: [g7] 报告",
            "寄件者: Judge|寄件日期: 2026年11月20日 下午 01:33|收件者: Ann|主旨: [g7] 報告",
            "发件人：Judge|日期：2026年11月20日 13:33|收件人：Ann|主题：[g7] 报告",
        ],
        separators: &["原始邮件", "原始郵件", "转发的邮件", "Forwarded message", "轉寄的郵件"],
    },
    Language {
        name: "Korean",
        attributions: &[
            "2026년 11월 20일 (금) 오후 1:33, Judge <judge@example.org>님이 작성:",
            "2026. 11. 20. 오후 1:33, Judge <judge@example.org> 작성:",
            "2026-11-20 13:33에 Judge 이(가) 쓴 글:",
        ],
        blocks: &[
            "보낸 사람: Judge <judge@example.org>|보낸 날짜: 2026년 11월 20일 금요일 오후 1:33|받는 사람: Ann|제목: [g7] 보고",
            "보낸사람: Judge|날짜: 2026년 11월 20일 13:33|받는사람: Ann|제목: [g7] 보고",
        ],
        separators: &["원본 메시지", "원본 메일", "전달된 메시지", "Original Message"],
    },
    Language {
        name: "Hebrew",
        attributions: &[
            "\u{202b}בתאריך יום ו׳, 20 בנוב׳ 2026 ב-13:33 מאת \u{202a}Judge\u{202c}\u{200f} <\u{202a}judge@example.org\u{202c}\u{200f}>:\u{202c}",
            "\u{200f}ב-20 בנוב׳ 2026, בשעה 13:33, \u{200f}\u{200f}Judge \u{200f}<\u{200f}judge@example.org\u{200f}> כתב/ה:",
            "בתאריך 20/11/2026 13:33, Judge כתב:",
        ],
        blocks: &[
            "מאת: Judge <judge@example.org>|נשלח: יום שישי 20 נובמבר 2026 13:33|אל: Ann|נושא: [g7] דוח",
            "מאת: Judge|תאריך: יום שישי, 20 בנובמבר 2026 בשעה 13:33|אל: Ann|נושא: [g7] דוח",
        ],
        separators: &["הודעה מקורית", "הודעה שהועברה"],
    },
    Language {
        name: "Arabic",
        attributions: &[
            "\u{202b}في الجمعة، 20 نوفمبر 2026 في 1:33 م تمت كتابة ما يلي بواسطة \u{202a}Judge\u{202c}\u{200f} <\u{202a}judge@example.org\u{202c}\u{200f}>:\u{202c}",
            "في 20 نوفمبر 2026 13:33، كتب Judge <judge@example.org>:",
        ],
        blocks: &["من: Judge <judge@example.org>|تم الإرسال: الجمعة، 20 نوفمبر 2026 13:33|إلى: Ann|الموضوع: [g7] تقرير"],
        separators: &["الرسالة الأصلية", "رسالة أُعيد توجيهها"],
    },
    Language {
        name: "Croatian",
        attributions: &["pet, 20. stu 2026. u 13:33 Judge <judge@example.org> napisao je:", "Dana 20.11.2026. u 13:33, Judge je napisao/la:"],
        blocks: &["Od: Judge <judge@example.org>|Poslano: 20. studenog 2026. 13:33|Za: Ann|Predmet: [g7] Izvješće"],
        separators: &["Izvorna poruka", "Proslijeđena poruka"],
    },
    Language {
        name: "Catalan",
        attributions: &["Missatge de Judge <judge@example.org> del dia dv., 20 de nov. 2026 a les 13:33:", "El 20/11/2026 a les 13:33, Judge ha escrit:"],
        blocks: &["De: Judge <judge@example.org>|Enviat: divendres, 20 de novembre de 2026 13:33|Per a: Ann|Assumpte: [g7] Informe"],
        separators: &["Missatge original", "Missatge reenviat"],
    },
    Language {
        name: "Vietnamese",
        attributions: &["Vào Th 6, 20 thg 11, 2026 vào lúc 13:33 Judge <judge@example.org> đã viết:"],
        blocks: &["Từ: Judge <judge@example.org>|Đã gửi: 20 Tháng Mười Một 2026 13:33|Đến: Ann|Chủ đề: [g7] Báo cáo"],
        separators: &["Thư gốc"],
    },
    Language {
        name: "Indonesian",
        attributions: &["Pada Jum, 20 Nov 2026 pukul 13.33 Judge <judge@example.org> menulis:"],
        blocks: &["Dari: Judge <judge@example.org>|Dikirim: Jumat, 20 November 2026 13.33|Kepada: Ann|Subjek: [g7] Laporan"],
        separators: &["Pesan Asli", "Pesan terusan"],
    },
    Language {
        name: "Estonian",
        attributions: &["Judge <judge@example.org> kirjutas kuupäeval R, 20. november 2026 kell 13:33:"],
        blocks: &["Saatja: Judge <judge@example.org>|Saadetud: reede, 20. november 2026 13:33|Adressaat: Ann|Teema: [g7] Aruanne"],
        separators: &["Algne sõnum"],
    },
    Language {
        name: "Lithuanian",
        attributions: &["pn, 2026-11-20, 13:33 Judge <judge@example.org> rašė:"],
        blocks: &["Nuo: Judge <judge@example.org>|Išsiųsta: 2026 m. lapkričio 20 d. 13:33|Kam: Ann|Tema: [g7] Ataskaita"],
        separators: &["Pradinis laiškas"],
    },
];

fn typed(text: &str) -> Vec<String> {
    read_plain(text).lines
}

/// Everything the reading of `text` got wrong, for one report over all languages.
fn check(wrong: &mut Vec<String>, what: &str, text: &str, want: &[&str]) {
    let got = typed(text);
    if got != want {
        wrong.push(format!("{what}\n  read {got:?}"));
    }
}

fn assert_none(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn thirty_languages_are_known() {
    assert!(LANGUAGES.len() >= 30);
    for language in LANGUAGES {
        assert!(!language.attributions.is_empty() && !language.blocks.is_empty(), "{}", language.name);
    }
}

#[test]
fn an_original_under_an_attribution_is_never_read() {
    let mut wrong = Vec::new();
    for language in LANGUAGES {
        for line in language.attributions {
            let what = format!("{}: {line}", language.name);
            check(&mut wrong, &what, &format!("{TYPED}\n\n{line}\n\n{QUOTED}\n\n{QUOTED}\n"), &[TYPED]);
            check(&mut wrong, &what, &format!("{TYPED}\n{line}\n{QUOTED}\n"), &[TYPED]);
        }
    }
    assert_none(&wrong);
}

#[test]
fn orders_between_and_below_marked_quotes_are_read() {
    let mut wrong = Vec::new();
    for language in LANGUAGES {
        for line in language.attributions {
            let what = format!("{}: {line}", language.name);
            let text = format!("{line}\n\n> {QUOTED}\n\n{TYPED}\n\n> {QUOTED}\n>> {QUOTED}\n{BELOW}\n");
            check(&mut wrong, &what, &text, &[TYPED, "", BELOW]);
        }
    }
    assert_none(&wrong);
}

/// Mail programs break the line at 72 to 78 columns, before a word.
#[test]
fn an_attribution_broken_anywhere_is_still_one() {
    let mut wrong = Vec::new();
    for language in LANGUAGES {
        for line in language.attributions.iter().filter(|line| line.contains('@') && line.chars().count() > 55) {
            for (at, _) in line.match_indices(' ').filter(|(at, _)| *at > 40) {
                let (first, second) = (&line[..at], &line[at + 1..]);
                let what = format!("{}: {first} / {second}", language.name);
                // A first piece may stay when the second is an attribution of its own: it is nobody's order.
                let shown = read_plain(first).lines.concat();
                let read = |text: String| {
                    let lines = typed(&text).into_iter().filter(|line| !line.is_empty() && *line != shown);
                    lines.collect::<Vec<_>>()
                };
                let cut = read(format!("{TYPED}\n\n{first}\n{second}\n\n{QUOTED}\n"));
                let skipped = read(format!("{TYPED}\n\n{first}\n{second}\n> {QUOTED}\n{BELOW}"));
                if cut != [TYPED] || skipped != [TYPED, BELOW] {
                    wrong.push(format!("{what}\n  {cut:?}\n  {skipped:?}"));
                }
            }
        }
    }
    assert_none(&wrong);
}

#[test]
fn an_original_under_its_header_is_never_read() {
    let mut wrong = Vec::new();
    for language in LANGUAGES {
        for block in language.blocks {
            for head in [block.replace('|', "\n"), format!("*{}", block.replace('|', "\n*").replace(':', ":*"))] {
                let what = format!("{}: {head}", language.name);
                check(&mut wrong, &what, &format!("{TYPED}\n\n{head}\n\n{QUOTED}\n"), &[TYPED]);
                let ruled = format!("{TYPED}\n\n________________________________\n{head}\n{QUOTED}\n");
                check(&mut wrong, &what, &ruled, &[TYPED]);
            }
        }
    }
    assert_none(&wrong);
}

#[test]
fn originals_and_forwarded_letters_are_never_read() {
    let mut wrong = Vec::new();
    for language in LANGUAGES {
        for words in language.separators {
            for line in [
                format!("-----{words}-----"),
                format!("---------- {words} ---------"),
                format!("-------- {words} --------"),
            ] {
                let what = format!("{}: {line}", language.name);
                check(&mut wrong, &what, &format!("{TYPED}\n\n{line}\n{QUOTED}\n"), &[TYPED]);
                check(
                    &mut wrong,
                    &what,
                    &format!("{TYPED}\n\n{line}\n{}\n\n{QUOTED}\n", language.blocks[0].replace('|', "\n")),
                    &[TYPED],
                );
            }
        }
    }
    assert_none(&wrong);
}

/// Programs speak languages that no table holds: three lines of fields with an address and a date, or one line with both
/// before a colon, are nobody's orders.
#[test]
fn tongues_that_no_table_holds_are_cut_by_their_build() {
    let block = "Xfrom: Judge <judge@example.org>\nXsent: 20.11.2026 13:33\nXto: Ann <ann@example.org>\nXabout: Report";
    assert_eq!(typed(&format!("{TYPED}\n\n{block}\n\n{QUOTED}")), [TYPED]);
    let line = "Xon 20.11.2026 13:33 xdid Judge <judge@example.org> xwrite:";
    assert_eq!(typed(&format!("{TYPED}\n\n{line}\n\n{QUOTED}")), [TYPED]);
    assert_eq!(typed(&format!("{TYPED}\n\n{line}\n> {QUOTED}\n{BELOW}")), [TYPED, "", BELOW]);
}

#[test]
fn what_is_left_out_is_counted_as_what_it_was() {
    let notes = |below: &str| read_plain(&format!("{TYPED}\n\n{below}\n{QUOTED}\n")).notes;
    assert!(matches!(notes("-------- Weitergeleitete Nachricht --------")[..], [Note::ForwardLeftOut(2)]));
    assert!(matches!(notes("-----Message d'origine-----")[..], [Note::OriginalLeftOut(2)]));
    assert!(matches!(notes("Am 20.11.26 um 13:33 schrieb Judge:")[..], [Note::OriginalLeftOut(2)]));
}

#[test]
fn a_typed_line_that_ends_like_an_attribution_is_typed() {
    for typed in [
        "PP 1: move to the town that Lee <lee@csa.example> wrote",
        "PP 1-3: move Grant where lee@csa.example wrote",
        "we attack as Grant <grant@usa.example> wrote",
    ] {
        for below in ["", "PP 4: hold"] {
            let text = format!("{TYPED}\n{typed}\n{below}");
            let read = read_plain(&text).text();
            assert!(read.contains(typed), "{typed}: {read}");
            assert!(read.contains(below), "{typed}: {read}");
        }
        // Where marked text follows, it stays out as any other, and what stands below it is read.
        let read = read_plain(&format!("{typed}\n> {QUOTED}\n{BELOW}")).text();
        assert!(!read.contains(QUOTED) && read.contains(BELOW), "{typed}: {read}");
    }
}

#[test]
fn an_attribution_without_its_colon_is_one_by_its_shape() {
    for head in [
        "Lee <lee@csa.example> wrote",
        "Robert Edward Lee Jr. <lee@csa.example> wrote",
        "\"Lee, Robert E.\" <lee@csa.example> wrote",
        "On 20 Nov 2026, at 13:33, Lee <lee@csa.example> wrote",
        "On Friday Robert E. Lee <lee@csa.example> wrote",
    ] {
        let read = read_plain(&format!("{TYPED}\n\n{head}\n\n{QUOTED}\n")).text();
        assert!(read.contains(TYPED) && !read.contains(QUOTED), "{head}: {read}");
        let read = read_plain(&format!("{TYPED}\n\n{head}\n")).text();
        assert!(!read.contains("Lee"), "{head}: {read}");
    }
}
