import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { isoTime } from '#kit/clock.ts';
import type { viewMerchantProfile } from '../view-merchant-profile.ts';

/** Where the endpoints stand in the API description. */
export const PROFILE_TAG = 'Merchant profile';

/** Far more than may be shown, so that what is too long is refused by its own rule. */
const TEXT_MAX = 2_000;

/** The public text of a client ID. */
const CLIENT_ID_MAX = 100;

/** The client ID whose profile it is. */
export const profiledClientId = () =>
  z
    .string()
    .max(CLIENT_ID_MAX)
    .regex(/^[^\0]*$/, 'clientId must not contain the character NUL')
    .optional()
    .describe('One of your client IDs; left out, the account.');

const text = () =>
  z
    .string()
    .max(TEXT_MAX)
    .regex(/^[^\0]*$/, 'must not contain the character NUL');

const SAMPLE_INPUT = {
  displayName: 'Corner shop',
  logoPath: '/branding/corner-shop/logo.png',
  supportUrl: 'https://shop.example/help',
};

/** A whole profile. */
export const SetMerchantProfileRequest = z
  .strictObject({
    clientId: profiledClientId(),
    displayName: text().describe(
      'At most 60 letters, digits and punctuation marks, in any script but not in alphabets that look alike in one word. Nothing that is invisible or changes the direction of others, and no text of the page itself.',
    ),
    logoPath: text()
      .nullish()
      .describe(
        'A file in the `BRANDING_FOLDER` of the installation: below `/branding/`, as .png, .jpg, .jpeg, .webp or .avif.',
      ),
    supportUrl: text()
      .nullish()
      .describe('Where payers ask: `https://…` or `mailto:…`, of at most 300 characters.'),
  })
  .meta({
    id: 'SetMerchantProfileRequest',
    description: 'How a merchant introduces itself; what is left out is not set.',
    examples: [SAMPLE_INPUT],
  });

const SAMPLE_PROFILE = { ...SAMPLE_INPUT, isOfClientId: false, updatedAt: SAMPLE.createdAt };

/** A profile as it is stored. */
export const MerchantProfileShape = z
  .object({
    displayName: z.string(),
    logoPath: z.string().nullable(),
    supportUrl: z.string().nullable(),
    isOfClientId: z.boolean().describe('Whether it is a client ID’s own; false for the account’s.'),
    updatedAt: z.iso.datetime(),
  })
  .meta({
    id: 'MerchantProfile',
    description: 'How a merchant introduces itself to those who pay it.',
    examples: [SAMPLE_PROFILE],
  });

/** Whether there was a profile to remove. */
export const MerchantProfileRemoved = z.object({ removed: z.boolean() }).meta({
  id: 'RemoveMerchantProfileResponse',
  description: 'Whether there was a profile to remove.',
  examples: [{ removed: true }],
});

type Stored = NonNullable<Awaited<ReturnType<typeof viewMerchantProfile>>>;

/** A profile as the wire has it. */
export function wireProfile(profile: Stored): z.input<typeof MerchantProfileShape> {
  const { displayName, logoPath, supportUrl, clientIdId, updatedAt } = profile;
  const isOfClientId = clientIdId !== null;
  return { displayName, logoPath, supportUrl, isOfClientId, updatedAt: isoTime(updatedAt) };
}
