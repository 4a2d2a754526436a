import type { Actor } from '#kit/actor.ts';
import type { CreatedBy } from '#modules/events/index.ts';

/** What proved who creates a request; null for Florin itself and its operator. */
export function createdByOf(actor: Actor): CreatedBy | null {
  switch (actor.kind) {
    case 'api_key':
    case 'session':
      return actor.kind;
    case 'client_id':
      return actor.provenBy ?? (actor.allowedDomains.length > 0 ? 'public_client_id' : 'client_id');
    case 'orchestrator_key':
    case 'orchestrator_pair':
      return 'orchestrator';
    case 'none':
    case 'operator':
    case 'system':
      return null;
  }
}
