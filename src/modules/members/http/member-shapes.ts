import { z } from 'zod';
import { CHAIN_FAMILIES } from '#catalog/networks.ts';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { ROLES } from '#kit/role.ts';

/** Longer than any id. */
const ID_CHARS_MAX = 100;

/** An id as a path holds it. */
export const idInPath = (what: string) =>
  z
    .string()
    .max(ID_CHARS_MAX)
    .regex(/^[^\0]*$/, 'must not contain a NUL')
    .describe(what);

/** The people and credentials that the examples of this module share. */
export const SAMPLE_MEMBER = {
  personId: '01KC9TZ6N4B1W5Q8YJ0D7XGM2R',
  role: 'developer',
  current: false,
  joinedAt: SAMPLE.createdAt,
  logins: [
    {
      id: '01KC9TZ7Q2H6V0R4XM8E5WD3KA',
      kind: 'email',
      walletAddress: null,
      walletFamily: null,
      email: 'ada@shop.example',
      createdAt: SAMPLE.createdAt,
    },
  ],
} as const;

const MemberLogin = z
  .object({
    id: z.string(),
    kind: z.enum(['wallet', 'email']),
    walletAddress: z.string().nullable(),
    walletFamily: z.enum(CHAIN_FAMILIES).nullable(),
    email: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({
    id: 'MemberLogin',
    description: 'A way in which somebody signs in.',
    examples: [SAMPLE_MEMBER.logins[0]],
  });

/** Somebody in the account. */
export const Member = z
  .object({
    personId: z.string().describe('The same in every account of theirs.'),
    role: z.enum(ROLES),
    current: z.boolean().describe('Whether it is who asks.'),
    joinedAt: z.iso.datetime(),
    logins: z.array(MemberLogin).describe('How they sign in, the oldest way first.'),
  })
  .meta({
    id: 'Member',
    description: 'Somebody in the account.',
    examples: [{ ...SAMPLE_MEMBER, logins: [...SAMPLE_MEMBER.logins] }],
  });

/** What the examples show as ended. */
export const SAMPLE_ENDED = { sessions: 1, apiKeys: 2, orchestratorKeys: 0, invitations: 0 };

/** What ended with the rights of a member. */
export const EndedCredentials = z
  .object({
    sessions: z.int().describe('Of this account.'),
    apiKeys: z.int().describe('That the member made.'),
    orchestratorKeys: z.int().describe('That the member made.'),
    invitations: z.int().describe('That nobody had accepted.'),
  })
  .meta({
    id: 'EndedCredentials',
    description: 'How many of each ended with the rights of a member.',
    examples: [SAMPLE_ENDED],
  });

/** What somebody may do. */
export const MemberRole = z
  .enum(ROLES)
  .describe(
    '`viewer` reads, `finance` asks for payments and pays out, `developer` manages keys and webhooks, `owner` does everything.',
  );

/** Who sees members in the docs. */
export const MEMBERS_TAG = 'Members';
