/**
 * The three letters of ISO 3166 by the two: of the United States and of where accounts have an IBAN that euros are
 * sent to. Bank accounts elsewhere are refused before the provider is called.
 */
const ALPHA_3: Readonly<Record<string, string>> = {
  US: 'USA',
  AD: 'AND',
  AT: 'AUT',
  BE: 'BEL',
  BG: 'BGR',
  CH: 'CHE',
  CY: 'CYP',
  CZ: 'CZE',
  DE: 'DEU',
  DK: 'DNK',
  EE: 'EST',
  ES: 'ESP',
  FI: 'FIN',
  FR: 'FRA',
  GB: 'GBR',
  GR: 'GRC',
  HR: 'HRV',
  HU: 'HUN',
  IE: 'IRL',
  IS: 'ISL',
  IT: 'ITA',
  LI: 'LIE',
  LT: 'LTU',
  LU: 'LUX',
  LV: 'LVA',
  MC: 'MCO',
  MT: 'MLT',
  NL: 'NLD',
  NO: 'NOR',
  PL: 'POL',
  PT: 'PRT',
  RO: 'ROU',
  SE: 'SWE',
  SI: 'SVN',
  SK: 'SVK',
  SM: 'SMR',
  VA: 'VAT',
};

/** The three letters of a country; undefined for one that is not paid out to. */
export function alpha3Of(country: string): string | undefined {
  return ALPHA_3[country.toUpperCase()];
}
