import { isoTime } from '#kit/clock.ts';
import { keyStatus, type OrchestratorKeyStatus } from './orchestrator-key.ts';

/** What is stored of a partner. */
export interface OrchestratorInput {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Null where it was erased. */
  readonly contactEmail: string | null;
}

/** A partner as its account is shown it. */
export interface ShownOrchestrator {
  readonly id: string;
  readonly name: string;
  readonly supportEmail: string | null;
  /** There is no other yet. */
  readonly status: 'active';
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Shows a partner to its own account. */
export function showOrchestrator(partner: OrchestratorInput): ShownOrchestrator {
  return {
    id: partner.id,
    name: partner.name,
    supportEmail: partner.contactEmail,
    status: 'active',
    createdAt: isoTime(partner.createdAt),
    updatedAt: isoTime(partner.updatedAt),
  };
}

/** What is stored of a key, without what opens anything. */
export interface KeyInput {
  readonly id: string;
  readonly orchestratorId: string;
  readonly prefix: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly createdBy: string | null;
}

/** A key as its account is shown it. */
export interface ShownKey {
  readonly id: string;
  readonly orchestratorId: string;
  readonly keyPrefix: string;
  readonly status: OrchestratorKeyStatus;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  /** The person who made it; null where that was not noted. */
  readonly createdBy: string | null;
}

/** Shows a key as it stands at this moment. */
export function showKey(key: KeyInput, now: Date): ShownKey {
  return {
    id: key.id,
    orchestratorId: key.orchestratorId,
    keyPrefix: key.prefix,
    status: keyStatus(key, now),
    createdAt: isoTime(key.createdAt),
    updatedAt: isoTime(key.updatedAt),
    expiresAt: key.expiresAt && isoTime(key.expiresAt),
    lastUsedAt: key.lastUsedAt && isoTime(key.lastUsedAt),
    createdBy: key.createdBy,
  };
}
