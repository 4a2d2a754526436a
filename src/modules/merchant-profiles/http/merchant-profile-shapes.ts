import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { isoTime } from '#kit/clock.ts';
import { describeWebsite, type MerchantWebsite } from '../model/website.ts';
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

const SAMPLE_WEBSITE = {
  domain: 'shop.example',
  status: 'verified' as const,
  proofText: 'florin-domain=8f14e45fceea167a5a36dedd4bea2543c1d2e3f405162738',
  fileUrl: 'https://shop.example/.well-known/florin-domain.txt',
  recordName: '_florin-domain.shop.example',
  verifiedAt: SAMPLE.createdAt,
  checkedAt: SAMPLE.createdAt,
  failingSince: null,
  problem: null,
  nextCheckAt: null,
};

/** A website as it is stored, with all that is needed to prove it. */
const MerchantWebsiteShape = z
  .object({
    domain: z.string().describe('In lower case, in punycode where it has other letters.'),
    status: z
      .enum(['pending', 'verified', 'failed'])
      .describe(
        '`pending`: no proof was found yet. `verified`: payers see it. `failed`: nobody looks for the proof any more; set the website again.',
      ),
    proofText: z.string().describe('A whole line of the file, or a whole TXT record.'),
    fileUrl: z.url().describe('Where the file is read; redirects are not followed.'),
    recordName: z.string().describe('Where TXT records are read.'),
    verifiedAt: z.iso.datetime().nullable().describe('Since when it is verified.'),
    checkedAt: z.iso.datetime().nullable().describe('When it was last checked.'),
    failingSince: z.iso
      .datetime()
      .nullable()
      .describe('Since when the proof of a verified website is missing; it ends after three days.'),
    problem: z.string().nullable().describe('Why the last check found no proof.'),
    nextCheckAt: z.iso.datetime().nullable().describe('When it is checked next.'),
  })
  .meta({
    id: 'MerchantWebsite',
    description: 'The website of a profile, and how far its proof is.',
    examples: [SAMPLE_WEBSITE],
  });

const SAMPLE_PROFILE = {
  ...SAMPLE_INPUT,
  website: SAMPLE_WEBSITE,
  isOfClientId: false,
  updatedAt: SAMPLE.createdAt,
};

/** A profile as it is stored. */
export const MerchantProfileShape = z
  .object({
    displayName: z.string(),
    logoPath: z.string().nullable(),
    supportUrl: z.string().nullable(),
    website: MerchantWebsiteShape.nullable(),
    isOfClientId: z.boolean().describe('Whether it is a client ID’s own; false for the account’s.'),
    updatedAt: z.iso.datetime(),
  })
  .meta({
    id: 'MerchantProfile',
    description: 'How a merchant introduces itself to those who pay it.',
    examples: [SAMPLE_PROFILE],
  });

/** A website to prove. */
export const SetMerchantWebsiteRequest = z
  .strictObject({
    clientId: profiledClientId(),
    domain: text().describe(
      'Such as `shop.example`: no scheme, port, path or address. Letters of other alphabets are turned into punycode; alphabets that look alike must not be mixed in one label.',
    ),
  })
  .meta({
    id: 'SetMerchantWebsiteRequest',
    description: 'The website of a merchant.',
    examples: [{ domain: 'shop.example' }],
  });

/** Whether there was a website to remove. */
export const MerchantWebsiteRemoved = z.object({ removed: z.boolean() }).meta({
  id: 'RemoveMerchantWebsiteResponse',
  description: 'Whether there was a website to remove.',
  examples: [{ removed: true }],
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
  const { displayName, logoPath, supportUrl, clientIdId } = profile;
  return {
    displayName,
    logoPath,
    supportUrl,
    website: profile.website && wireWebsite(profile.website),
    isOfClientId: clientIdId !== null,
    updatedAt: isoTime(profile.updatedAt),
  };
}

function wireWebsite(website: MerchantWebsite): z.input<typeof MerchantWebsiteShape> {
  const described = describeWebsite(website);
  const time = (at: Date | null) => at && isoTime(at);
  return {
    ...described,
    verifiedAt: time(described.verifiedAt),
    checkedAt: time(described.checkedAt),
    failingSince: time(described.failingSince),
    nextCheckAt: time(described.nextCheckAt),
  };
}
