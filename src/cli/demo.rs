//! demo
use super::stage::{Scene, Stage, Written};
use crate::game::schedule::{Rhythm, Timetable};
use crate::rules::Shelf;

/// The smallest first light.
pub fn demo() -> anyhow::Result<()> {
    let rt = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    rt.block_on(async {
        let root = std::env::temp_dir().join(format!("adjutant-demo-{}", std::process::id()));
        std::fs::create_dir_all(&root)?;
        let rhythm = || Rhythm { cron: "0 20 * * *".into(), least_minutes: 60 };
        let timetable = Timetable {
            zone: chrono_tz::America::New_York,
            rhythms: [("strategic".to_owned(), rhythm()), ("tactical".to_owned(), rhythm())].into(),
            grace_minutes: 1440,
            reminders_minutes: vec![720, 180],
        };
        let scene = Scene { judge: "judge@adjutant.example", gm: ("Grace", "grace@gm.example"), timetable, shelf: Shelf::of_the_house(), begins: 1_772_452_800, templates: Vec::new() };
        let mut s = Stage::set_up(&root, scene, [7; 32]).await?;
        s.pass().await?;
        let hi = s.newest("grace@gm.example")?;
        println!("{}\n{}", hi.subject, hi.text);
        let reply = |who: &str, to: &super::stage::Received, subject: &str, text: &str| Written { from: who.into(), subject: subject.into(), text: text.into(), in_reply_to: Some(to.message_id.clone()), ..Written::default() };
        s.mail(&reply("Grace <grace@gm.example>", &hi, "new", "CREATE war FROM civil-war/1861"))?;
        s.pass().await?;
        let seats = ["usa-sc", "usa-east", "usa-west", "usa-trans", "csa-sc", "csa-east", "csa-west"];
        let text: String = seats.iter().map(|x| format!("SEAT {x} <{x}@play.example> AS {x}\n")).collect();
        s.mail(&reply("Grace <grace@gm.example>", &hi, "[war] seats", &text))?;
        s.pass().await?;
        println!("{}", s.newest("grace@gm.example")?.text);
        println!("{}", s.newest("usa-east@play.example")?.text);
        s.mail(&reply("Grace <grace@gm.example>", &hi, "[war] go", "START"))?;
        s.pass().await?;
        for x in seats { let r = s.newest(&format!("{x}@play.example"))?; println!("=== {x}\n{}\n{}", r.subject, r.text); }
        for phase in 0..6 {
            for x in seats {
                let at = format!("{x}@play.example");
                let Ok(lines) = std::fs::read_to_string(format!("/tmp/demo-orders/{phase}-{x}")) else { continue };
                let last = s.letters(&at)?.into_iter().rev().find(|l| l.subject.contains("played") || l.subject.contains("opening")).unwrap();
                s.mail(&reply(&at, &last, &format!("Re: {}", last.subject), &lines))?;
                s.pass().await?;
                let r = s.newest(&at)?;
                println!("=== {x}\n{}\n{}", r.subject, r.text);
            }
            let deadline = s.deadline("war").await?.unwrap();
            let p = s.pass_at(deadline + 86_400 + 1).await?;
            println!("########## pass {p:?}");
            for x in seats { let r = s.newest(&format!("{x}@play.example"))?; println!("=== {x}\n{}\n{}", r.subject, r.text); }
        }
        println!("{}", root.display());
        Ok(())
    })
}
