/**
 * Countries by calling code (ITU-T E.164, list of assigned codes). Omits codes that several countries share, such as 1
 * and 599, unless the first three digits tell the countries apart.
 */
const countries: Record<string, string> = parse(
  '20EG 211SS 212MA 213DZ 216TN 218LY 220GM 221SN 222MR 223ML 224GN 225CI 226BF 227NE 228TG 229BJ 230MU 231LR 232SL ' +
    '233GH 234NG 235TD 236CF 237CM 238CV 239ST 240GQ 241GA 242CG 243CD 244AO 245GW 248SC 249SD 250RW 251ET 252SO ' +
    '253DJ 254KE 255TZ 256UG 257BI 258MZ 260ZM 261MG 263ZW 264NA 265MW 266LS 267BW 268SZ 269KM 27ZA 291ER 297AW ' +
    '298FO 299GL 30GR 31NL 32BE 33FR 34ES 350GI 351PT 352LU 353IE 354IS 355AL 356MT 357CY 358FI 359BG 36HU 370LT ' +
    '371LV 372EE 373MD 374AM 375BY 376AD 377MC 378SM 380UA 381RS 382ME 383XK 385HR 386SI 387BA 389MK 39IT 40RO 41CH ' +
    '420CZ 421SK 423LI 43AT 44GB 45DK 46SE 47NO 48PL 49DE 501BZ 502GT 503SV 504HN 505NI 506CR 507PA 509HT 51PE ' +
    '52MX 53CU 54AR 55BR 56CL 57CO 58VE 591BO 592GY 593EC 595PY 597SR 598UY 60MY 61AU 62ID 63PH 64NZ 65SG 66TH ' +
    '670TL 673BN 675PG 676TO 679FJ 685WS 7RU 76KZ 77KZ 81JP 82KR 84VN 850KP 852HK 853MO 855KH 856LA 86CN 880BD ' +
    '886TW 90TR 91IN 92PK 93AF 94LK 95MM 960MV 961LB 962JO 963SY 964IQ 965KW 966SA 967YE 968OM 970PS 971AE 972IL ' +
    '973BH 974QA 975BT 976MN 977NP 98IR 992TJ 993TM 994AZ 995GE 996KG 998UZ',
);

/**
 * Returns the country (ISO 3166-1 alpha-2) of a normalised phone number, such as `+966501234567` or `00966501234567`;
 * undefined if it has no calling code, or one that several countries share.
 */
export function callingCodeCountry(phone: string): string | undefined {
  const digits = /^(?:\+|00)(\d{3})/.exec(phone)?.[1];
  if (digits === undefined) return undefined;
  // No code is a prefix of another, except Russia's 7, which is a prefix of Kazakhstan's 76 and 77.
  return countries[digits] ?? countries[digits.slice(0, 2)] ?? countries[digits.slice(0, 1)];
}

function parse(list: string): Record<string, string> {
  return Object.fromEntries(
    list.split(' ').map((entry) => {
      const [, code = '', country = ''] = /^(\d+)([A-Z]{2})$/.exec(entry) ?? [];
      return [code, country];
    }),
  );
}
