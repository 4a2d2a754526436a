import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { KYT_PROVIDERS } from '../model/kyt-plan.ts';
import { SAMPLE_PARTNER } from './orchestrator-shapes.ts';

const sampleLink = {
  id: SAMPLE_PARTNER.linkId,
  clientIdId: SAMPLE_PARTNER.clientIdId,
  orchestratorId: SAMPLE_PARTNER.orchestratorId,
  status: 'active',
  consentedAt: SAMPLE.createdAt,
  createdAt: SAMPLE.createdAt,
  updatedAt: SAMPLE.createdAt,
  clientId: SAMPLE.clientId,
} as const;

const fields = {
  id: z.string().describe('A ULID.'),
  clientIdId: z.string().describe('The row of the client ID, a ULID.'),
  orchestratorId: z.string(),
  status: z.enum(['active', 'revoked']),
  consentedAt: z.iso.datetime().describe('When the platform agreed.'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  clientId: z.string().describe('The client ID itself: `cli_…`.'),
  revokedAt: z.iso.datetime().optional().describe('Only on a link that was ended.'),
};

const ClientIdLink = z.object(fields).meta({
  id: 'ClientIdLink',
  description: 'That an orchestrator acts for the platform of a client ID.',
  examples: [sampleLink],
});

/** A link that was just made. */
export const ClientIdLinked = z
  .object({
    link: ClientIdLink,
    alreadyLinked: z.literal(false).describe('A client ID is linked once; again answers 409.'),
  })
  .meta({
    id: 'LinkClientIdResponse',
    description: 'A new link.',
    examples: [{ link: sampleLink, alreadyLinked: false }],
  });

export const ClientIdLinkPage = z
  .object({
    links: z.array(ClientIdLink),
    total: z.int().describe('How many active links there are in all.'),
    page: z.int(),
    limit: z.int(),
  })
  .meta({
    id: 'ClientIdLinkPage',
    description: 'A page of active links, oldest first.',
    examples: [{ links: [sampleLink], total: 1, page: 1, limit: 50 }],
  });

/** A link that was ended. */
export const ClientIdUnlinked = z
  .object({
    link: ClientIdLink,
    wasAlreadyRevoked: z
      .boolean()
      .describe('Whether it was ended before, so that nothing changed.'),
  })
  .meta({
    id: 'UnlinkClientIdResponse',
    description: 'A link that is ended.',
    examples: [
      {
        link: { ...sampleLink, status: 'revoked', revokedAt: SAMPLE.paidAt },
        wasAlreadyRevoked: false,
      },
    ],
  });

const KytProvider = z
  .object({
    provider: z.enum(KYT_PROVIDERS),
    policyId: z.string().optional(),
    priority: z.int().min(0).max(1).describe('0 is used first, 1 when it fails.'),
  })
  .meta({
    id: 'KytProvider',
    description: 'A service that screens wallets.',
    examples: [{ provider: 'hypernative', priority: 0 }],
  });

/** Who screens, as an answer says it. */
export const KytPlanAnswer = z.object({ providers: z.array(KytProvider) }).meta({
  id: 'KytPlan',
  description:
    'Who screens the wallets that pay. Taken over by links that are created from then on.',
  examples: [{ providers: [{ provider: 'hypernative', priority: 0 }] }],
});

const PlatformLink = z
  .object({
    ...fields,
    kyt: KytPlanAnswer.nullable().describe('Null screens nobody.'),
    kytChangeable: z.boolean().describe('Whether the platform itself may change it.'),
  })
  .meta({
    id: 'PlatformLink',
    description: 'A link as its platform is shown it.',
    examples: [{ ...sampleLink, kyt: null, kytChangeable: true }],
  });

/** The link of an onboarding that has ended well. */
export const LinkIntentAccepted = z
  .object({
    ok: z.literal(true),
    clientId: z.string().describe('The new client ID: `cli_…`.'),
    link: PlatformLink,
  })
  .meta({
    id: 'AcceptLinkIntentResponse',
    description: 'A platform that is linked to the orchestrator that invited it.',
    examples: [
      {
        ok: true,
        clientId: SAMPLE.clientId,
        link: { ...sampleLink, kyt: null, kytChangeable: true },
      },
    ],
  });

/** A link after its screening was changed. */
export const LinkKytUpdated = z.object({ link: PlatformLink }).meta({
  id: 'UpdateLinkKytResponse',
  description: 'A link with the screening that its platform chose.',
  examples: [{ link: { ...sampleLink, kyt: null, kytChangeable: true } }],
});

/** A platform's own choice of who screens. */
export const KytChoice = z
  .strictObject({
    provider: z.enum(KYT_PROVIDERS).nullable().describe('Null screens nobody.'),
  })
  .meta({
    id: 'KytSelection',
    description: 'Who is to screen the wallets that pay a platform.',
    examples: [{ provider: null }],
  });

/** Longer than any id or token of ours: what is longer names nothing. */
const NAMED_CHARS_MAX = 100;

/** A text in a path that names something. One that names nothing is answered 404, not 400. */
export const named = (what: string) =>
  z
    .string()
    .max(NAMED_CHARS_MAX)
    .regex(/^[^\0]*$/, 'must not contain a NUL')
    .describe(what);
