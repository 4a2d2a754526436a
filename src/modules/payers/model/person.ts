import { z } from 'zod';
import { isCountryCode } from '#catalog/countries.ts';

const NAME_MAX = 100;
const LINE_MAX = 255;
const POSTCODE_MAX = 20;
const SSN_MAX = 64;
/** The longest address that mail takes. */
const EMAIL_MAX = 254;

/** No control characters, and none that turn the direction of text. */
const VISIBLE = /^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u;

/** Text as a person writes it: no control characters, and none that turn the direction of text. */
function text(name: string, max: number) {
  const rule = `${name} must have 1 to ${max} characters`;
  return z
    .string()
    .trim()
    .min(1, rule)
    .max(max, rule)
    .regex(VISIBLE, `${name} must not hold control characters`);
}

/** May be left out; null and empty are the same. */
function optionalText(name: string, max: number) {
  return z
    .string()
    .trim()
    .max(max, `${name} must have at most ${max} characters`)
    .regex(VISIBLE, `${name} must not hold control characters`)
    .nullish();
}

function country(name: string) {
  return z
    .string()
    .overwrite((code) => code.toUpperCase())
    .refine(isCountryCode, `${name} must be the two letters of a country by ISO 3166-1`)
    .meta({ minLength: 2, maxLength: 2 });
}

/** Who a payer is. Sealed as soon as it is parsed. */
export const PERSON_FIELDS = {
  email: z.email('email must be an email address').max(EMAIL_MAX),
  firstName: text('firstName', NAME_MAX),
  lastName: text('lastName', NAME_MAX),
  companyName: optionalText('companyName', LINE_MAX),
  dateOfBirth: z.iso.date('dateOfBirth must be a date such as 1990-01-31'),
  addressLine1: text('addressLine1', LINE_MAX),
  addressLine2: optionalText('addressLine2', LINE_MAX),
  city: text('city', NAME_MAX),
  state: text('state', NAME_MAX),
  postcode: text('postcode', POSTCODE_MAX),
  country: country('country'),
  nationality: country('nationality'),
  phone: z.string().regex(/^\+?[1-9]\d{1,14}$/, 'phone must be 2 to 15 digits, with + before'),
  ssn: text('ssn', SSN_MAX),
  sourceOfFunds: optionalText('sourceOfFunds', LINE_MAX),
  businessActivity: optionalText('businessActivity', LINE_MAX),
};

/** A person as it is sealed. */
export const Person = z.object(PERSON_FIELDS);

/** Who a payer is. */
export type Person = z.output<typeof Person>;

/** Fields by which somebody can be reached: a change of them makes nobody another person. */
const CONTACT: readonly string[] = ['email', 'phone', 'sourceOfFunds', 'businessActivity'];

/** What has changed of a person: nothing, only how to reach them, or who they are said to be. */
export function comparePersons(before: Person, after: Person): 'same' | 'contact' | 'identity' {
  const old = new Map<string, unknown>(Object.entries(withoutEmpty(before)));
  const fresh = new Map<string, unknown>(Object.entries(withoutEmpty(after)));
  const changed = Object.keys(PERSON_FIELDS).filter((name) => old.get(name) !== fresh.get(name));
  if (changed.length === 0) return 'same';
  return changed.every((name) => CONTACT.includes(name)) ? 'contact' : 'identity';
}

/** A person without the members that say nothing. */
function withoutEmpty(person: Person): object {
  const members = Object.entries(person).filter(([, value]) => value !== null && value !== '');
  return Object.fromEntries(members);
}
