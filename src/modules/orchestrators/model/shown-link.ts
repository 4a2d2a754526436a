import { isoTime } from '#kit/clock.ts';
import { type KytPlan, readPlan } from './kyt-plan.ts';

/** What is stored of a link, with the public text of its client ID. */
export interface LinkInput {
  readonly id: string;
  readonly orchestratorId: string;
  readonly clientIdId: string;
  readonly clientId: string;
  /** The platform's account. */
  readonly accountId: string;
  readonly kyt: string | null;
  /** `orchestrator` or `platform`. */
  readonly kytChosenBy: string;
  readonly consentedAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Null while it is active. */
  readonly revokedAt: Date | null;
}

/** A link that begins at this moment. */
export function newLink(
  of: Pick<
    LinkInput,
    'id' | 'orchestratorId' | 'accountId' | 'clientIdId' | 'clientId' | 'kyt' | 'kytChosenBy'
  >,
  now: Date,
): LinkInput {
  const since = { consentedAt: now, createdAt: now, updatedAt: now };
  return { ...of, ...since, revokedAt: null };
}

/** A link as both of its sides are shown it. */
export interface ShownLink {
  readonly id: string;
  readonly clientIdId: string;
  readonly orchestratorId: string;
  readonly status: 'active' | 'revoked';
  readonly consentedAt: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly clientId: string;
  /** Left out of a link that is active. */
  readonly revokedAt?: string;
}

/** A row as both sides see it; `revokedAt` is left out while the link is active. */
export function showLink(link: LinkInput): ShownLink {
  return {
    id: link.id,
    clientIdId: link.clientIdId,
    orchestratorId: link.orchestratorId,
    status: link.revokedAt === null ? 'active' : 'revoked',
    consentedAt: isoTime(link.consentedAt),
    createdAt: isoTime(link.createdAt),
    updatedAt: isoTime(link.updatedAt),
    clientId: link.clientId,
    ...(link.revokedAt !== null && { revokedAt: isoTime(link.revokedAt) }),
  };
}

/** A link as its platform is shown it: with the screening that comes with it. */
export interface ShownPlatformLink extends ShownLink {
  readonly kyt: KytPlan | null;
  /** Whether the platform itself may change the screening. */
  readonly kytChangeable: boolean;
}

/** The same with the screening that applies, and whether the platform may change it. */
export function showPlatformLink(link: LinkInput): ShownPlatformLink {
  const kytChangeable = link.revokedAt === null && link.kytChosenBy === 'platform';
  return { ...showLink(link), kyt: readPlan(link.kyt), kytChangeable };
}
