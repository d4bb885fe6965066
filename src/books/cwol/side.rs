//! The two sides, and the words for what they raise and build.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Side {
    /// The Union.
    #[serde(rename = "US")]
    Union,
    /// The Confederacy.
    #[serde(rename = "CS")]
    Confederacy,
}

impl Side {
    /// Both.
    pub const BOTH: [Side; 2] = [Side::Union, Side::Confederacy];

    /// As in the names of units and seats: "US", "CS".
    pub fn code(self) -> &'static str {
        match self {
            Side::Union => "US",
            Side::Confederacy => "CS",
        }
    }

    /// As in sentences.
    pub fn name(self) -> &'static str {
        match self {
            Side::Union => "the Union",
            Side::Confederacy => "the Confederacy",
        }
    }

    /// The other one.
    pub fn enemy(self) -> Side {
        match self {
            Side::Union => Side::Confederacy,
            Side::Confederacy => Side::Union,
        }
    }

    /// The side of a seat, by its name: `us-war`.
    pub fn of_seat(seat: &str) -> Option<Side> {
        let code = seat.split('-').next()?;
        Side::BOTH.into_iter().find(|side| side.code().eq_ignore_ascii_case(code))
    }
}

impl fmt::Display for Side {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.code())
    }
}

/// One of each side's.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BySide<T> {
    /// The Union's.
    #[serde(rename = "US")]
    pub union: T,
    /// The Confederacy's.
    #[serde(rename = "CS")]
    pub confederacy: T,
}

impl<T> BySide<T> {
    /// That of a side.
    pub fn of(&self, side: Side) -> &T {
        match side {
            Side::Union => &self.union,
            Side::Confederacy => &self.confederacy,
        }
    }

    /// What of a side can be changed.
    pub fn of_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Union => &mut self.union,
            Side::Confederacy => &mut self.confederacy,
        }
    }
}

/// Declares words for a closed list of things: the code in orders and files, singular and plural.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $code:literal, $one:literal, $many:literal;)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum $name { $($(#[$doc])* #[serde(rename = $code)] $variant),* }

        impl $name {
            /// All of them, in the order of reports.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// As in files and orders.
            pub fn code(self) -> &'static str {
                match self { $($name::$variant => $code),* }
            }

            /// In words, as many as there are.
            pub fn words(self, count: u32) -> &'static str {
                match (self, count) { $(($name::$variant, 1) => $one, ($name::$variant, _) => $many),* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str(self.code())
            }
        }
    };
}

words! {
    /// What a State raises: regiments of three arms, batteries of two kinds (D78).
    Arm {
        /// 600 men.
        Infantry = "infantry", "infantry regiment", "infantry regiments";
        /// 300 men.
        Cavalry = "cavalry", "cavalry regiment", "cavalry regiments";
        /// 100 men and guns, for all units but siege artillery.
        Field = "field", "field battery", "field batteries";
        /// 100 men and guns, for siege artillery.
        Siege = "siege", "siege battery", "siege batteries";
        /// 500 men.
        Militia = "militia", "militia regiment", "militia regiments";
    }
}

words! {
    /// Where a State's men come from (4.1). The militia's is the "older" pool (D29).
    Pool {
        Volunteers = "volunteers", "volunteers", "volunteers";
        Bounty = "bounty", "bounty men", "bounty men";
        Draft = "draft", "drafted men", "drafted men";
        Militia = "militia", "militia men", "militia men";
        Usct = "usct", "coloured troops", "coloured troops";
    }
}

words! {
    /// Kinds of land units.
    Kind {
        Infantry = "IN", "infantry brigade", "infantry brigades";
        Cavalry = "CV", "cavalry brigade", "cavalry brigades";
        Light = "LA", "light artillery brigade", "light artillery brigades";
        Horse = "HA", "horse artillery brigade", "horse artillery brigades";
        Siege = "SA", "siege artillery brigade", "siege artillery brigades";
        /// Fixed guns on a river or in a port.
        Naval = "NB", "naval battery", "naval batteries";
        Militia = "MI", "militia unit", "militia units";
        Army = "AQ", "army headquarters", "army headquarters";
        Corps = "CQ", "corps headquarters", "corps headquarters";
        Bridge = "PB", "pontoon bridge", "pontoon bridges";
    }
}

words! {
    /// Kinds of warships, and of groups of transports.
    Class {
        Ironclad = "IC", "ironclad", "ironclads";
        Frigate = "FR", "frigate", "frigates";
        Sloop = "SL", "sloop", "sloops";
        Gunboat = "GB", "gunboat", "gunboats";
        RiverIronclad = "RI", "river ironclad", "river ironclads";
        RiverGunboat = "RG", "river gunboat", "river gunboats";
        /// A group, counted by the men it carries (4.6).
        Transports = "TR", "transport group", "transport groups";
        RiverTransports = "RT", "river transport group", "river transport groups";
    }
}

impl Class {
    /// Whether it is a group of transports.
    pub fn is_group(self) -> bool {
        matches!(self, Class::Transports | Class::RiverTransports)
    }

    /// Whether it is built for rivers alone (SNNM 2.1).
    pub fn is_of_rivers(self) -> bool {
        matches!(self, Class::Gunboat | Class::RiverIronclad | Class::RiverGunboat | Class::RiverTransports)
    }
}

impl Kind {
    /// The arm of its regiments; none of artillery and of what has none.
    pub fn regiments_of(self) -> Option<Arm> {
        match self {
            Kind::Infantry => Some(Arm::Infantry),
            Kind::Cavalry => Some(Arm::Cavalry),
            Kind::Militia => Some(Arm::Militia),
            Kind::Light | Kind::Horse | Kind::Siege | Kind::Naval | Kind::Army | Kind::Corps | Kind::Bridge => None,
        }
    }

    /// The kind of its batteries (D78); none of what has none.
    pub fn batteries_of(self) -> Option<Arm> {
        match self {
            Kind::Infantry | Kind::Cavalry | Kind::Light | Kind::Horse | Kind::Naval => Some(Arm::Field),
            Kind::Siege => Some(Arm::Siege),
            Kind::Militia | Kind::Army | Kind::Corps | Kind::Bridge => None,
        }
    }

    /// Whether it is formed of regiments and batteries that wait in a city (5.2), and not of men.
    pub fn is_formed(self) -> bool {
        self.regiments_of().is_some() || self.batteries_of().is_some()
    }
}
