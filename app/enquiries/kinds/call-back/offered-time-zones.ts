/** The time zones (IANA names) that visitors can choose from: those of the countries that families call from. */
export const offeredTimeZones: readonly string[] = [
  ...['Asia/Riyadh', 'Asia/Dubai', 'Asia/Kuwait', 'Asia/Qatar', 'Asia/Bahrain', 'Asia/Muscat', 'Asia/Aden'],
  ...['Asia/Baghdad', 'Asia/Amman', 'Asia/Beirut', 'Asia/Damascus', 'Asia/Hebron', 'Africa/Cairo', 'Africa/Khartoum'],
  ...['Africa/Tripoli', 'Africa/Tunis', 'Africa/Algiers', 'Africa/Casablanca', 'Africa/Nouakchott'],
  ...['Europe/Istanbul', 'Europe/Berlin', 'Europe/London', 'Europe/Moscow', 'Asia/Yekaterinburg', 'Asia/Novosibirsk'],
  ...['Asia/Almaty', 'Asia/Tashkent', 'America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'],
];
