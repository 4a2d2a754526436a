import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { ROLES } from '#kit/role.ts';
import { accountNotFound } from '../view-account.ts';

/** Longer than any id. */
const ID_CHARS_MAX = 100;

/** The id of an account in a path. */
export const AccountPath = z.object({
  id: z
    .string()
    .max(ID_CHARS_MAX)
    .regex(/^[^\0]*$/, 'must not contain a NUL')
    .describe('The id of the account.'),
});

const sampleAccount = {
  id: '01KC9TZ5S2E8VXH3M6Q4WJ7RBD',
  name: 'My shop',
  createdAt: SAMPLE.createdAt,
  members: 2,
  blockedAt: null,
};

/** Accounts of the installation, newest first. */
export const AccountPage = z
  .object({
    accounts: z.array(
      z
        .object({
          id: z.string(),
          name: z.string(),
          createdAt: z.iso.datetime(),
          members: z.int().describe('How many people are in it.'),
          blockedAt: z.iso.datetime().nullable().describe('Null while it is not blocked.'),
        })
        .meta({
          id: 'AccountSummary',
          description: 'An account of the installation.',
          examples: [sampleAccount],
        }),
    ),
    nextCursor: z
      .string()
      .nullable()
      .describe('The cursor of the next page; null on the last one.'),
  })
  .meta({
    id: 'AccountPage',
    description: 'A page of the accounts of the installation, newest first.',
    examples: [{ accounts: [sampleAccount], nextCursor: null }],
  });

/** An account as administrators see it. */
export const AdministeredAccount = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: z.iso.datetime(),
    block: z
      .object({ reason: z.string(), blockedAt: z.iso.datetime() })
      .meta({
        id: 'AccountBlock',
        description: 'Why an account is blocked, and since when.',
        examples: [{ reason: 'Sells what it may not', blockedAt: SAMPLE.paidAt }],
      })
      .nullable()
      .describe('Why it is blocked, and since when; null while it is not.'),
    logins: z
      .array(
        z
          .object({
            personId: z.string(),
            role: z.enum(ROLES),
            kind: z.enum(['email', 'wallet']),
            login: z.string().describe('The email address or the wallet.'),
          })
          .meta({
            id: 'LoginOfMember',
            description: 'With what a member signs in.',
            examples: [
              {
                personId: '01KC9TZ6N4B1W5Q8YJ0D7XGM2R',
                role: 'owner',
                kind: 'email',
                login: 'ada@shop.example',
              },
            ],
          }),
      )
      .describe('With what its members sign in, at most two hundred.'),
  })
  .meta({
    id: 'AdministeredAccount',
    description: 'An account of the installation, and who signs in to it.',
    examples: [
      {
        id: sampleAccount.id,
        name: sampleAccount.name,
        createdAt: sampleAccount.createdAt,
        block: { reason: 'Sells what it may not', blockedAt: SAMPLE.paidAt },
        logins: [
          {
            personId: '01KC9TZ6N4B1W5Q8YJ0D7XGM2R',
            role: 'owner',
            kind: 'email',
            login: 'ada@shop.example',
          },
        ],
      },
    ],
  });

export const ACCOUNT_MISSING = {
  status: 404,
  when: 'There is no account of this id.',
  examples: [accountNotFound()],
} as const;
