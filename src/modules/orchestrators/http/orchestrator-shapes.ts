import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';

/** The ids and texts that the examples of this module share. */
export const SAMPLE_PARTNER = {
  orchestratorId: '01KC9V0QZ8M3D5T7W1X4Y6B2HN',
  keyId: '01KC9V0QZ8RTF6C0G2E4J9K1PA',
  keyPrefix: 'orc_live_a1b2',
  name: 'Market stalls',
  linkId: '01KC9V7N3E5GQ0X8R2JT6WZ4MB',
  clientIdId: '01KC9V7N3E1B8D0F2H4K6M9P3S',
  intentId: '01KC9V5D1P7YF3HK8S0A2B6CNX',
  token: 'lit_0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  externalId: 'acct-9',
} as const;

const times = { createdAt: SAMPLE.createdAt, updatedAt: SAMPLE.createdAt };

const sampleOrchestrator = {
  id: SAMPLE_PARTNER.orchestratorId,
  name: SAMPLE_PARTNER.name,
  supportEmail: 'support@stalls.example',
  status: 'active',
  ...times,
} as const;

const sampleKey = {
  id: SAMPLE_PARTNER.keyId,
  orchestratorId: SAMPLE_PARTNER.orchestratorId,
  keyPrefix: SAMPLE_PARTNER.keyPrefix,
  status: 'active',
  ...times,
} as const;

const Orchestrator = z
  .object({
    id: z.string().describe('A ULID.'),
    name: z.string().describe('What platforms see when they are invited.'),
    supportEmail: z.email().nullable().describe('Null where it was erased.'),
    status: z.literal('active'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({
    id: 'Orchestrator',
    description: 'A partner that acts for the platforms that linked to it.',
    examples: [sampleOrchestrator],
  });

/** A key, without what opens anything. */
const OrchestratorKey = z
  .object({
    id: z.string().describe('A ULID.'),
    orchestratorId: z.string(),
    keyPrefix: z.string().describe('The first characters of the key, to recognise it by.'),
    status: z.enum(['active', 'expired', 'revoked']).describe('Only an active key works.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    expiresAt: z.iso
      .datetime()
      .nullable()
      .optional()
      .describe('When a rotation ends it; null while none does.'),
    lastUsedAt: z.iso.datetime().nullable().optional().describe('To the minute; null for never.'),
    createdBy: z
      .string()
      .nullable()
      .optional()
      .describe('The `personId` of the member who made it; null where that was not noted.'),
  })
  .meta({
    id: 'OrchestratorKey',
    description: 'A key of an orchestrator; its text is never shown again.',
    examples: [{ ...sampleKey, expiresAt: null, lastUsedAt: null, createdBy: null }],
  });

const rawKey = z
  .string()
  .regex(/^orc_(sandbox|live)_[0-9a-f]{32}$/)
  .describe('The `x-orchestrator-key`; shown only in this answer.');

/** Shown in examples only; it opens nothing. */
const sampleRawKey = 'orc_live_a1b2c3d4e5f60718293a4b5c6d7e8f90';

/** A new partner with its first key. */
export const OrchestratorCreated = z
  .object({ orchestrator: Orchestrator, key: OrchestratorKey, rawKey })
  .meta({
    id: 'CreateOrchestratorResponse',
    description: 'A new orchestrator and its first key.',
    examples: [{ orchestrator: sampleOrchestrator, key: sampleKey, rawKey: sampleRawKey }],
  });

/** A new key. */
export const OrchestratorKeyCreated = z.object({ key: OrchestratorKey, rawKey }).meta({
  id: 'RotateOrchestratorKeyResponse',
  description: 'A new key of an orchestrator.',
  examples: [{ key: sampleKey, rawKey: sampleRawKey }],
});

/** A partner with its keys. */
export const OrchestratorView = z
  .object({
    orchestrator: Orchestrator,
    keys: z.array(OrchestratorKey).describe('Newest first, ended ones included; at most 100.'),
  })
  .meta({
    id: 'OrchestratorWithKeys',
    description: 'An orchestrator and its keys.',
    examples: [
      {
        orchestrator: sampleOrchestrator,
        keys: [{ ...sampleKey, expiresAt: null, lastUsedAt: null, createdBy: null }],
      },
    ],
  });

/** One key after it was changed. */
export const OrchestratorKeyAnswer = z.object({ key: OrchestratorKey }).meta({
  id: 'RevokeOrchestratorKeyResponse',
  description: 'A key of an orchestrator as it stands now.',
  examples: [
    {
      key: { ...sampleKey, status: 'revoked', expiresAt: null, lastUsedAt: null, createdBy: null },
    },
  ],
});

/** Long enough for a company's name, short enough for a line of a page. */
const NAME_CHARS_MAX = 100;

/** A name that other people are shown: nothing in it may hide, or turn the text around it. */
export const shownName = () =>
  z
    .string()
    .min(1)
    .max(NAME_CHARS_MAX)
    .regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u, 'must not hold control characters')
    .regex(/\S/, 'must not be blank');
