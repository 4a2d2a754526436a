export { createApiKey } from './create-api-key.ts';
export { createClientId } from './create-client-id.ts';
export { ensurePageClientId } from './ensure-page-client-id.ts';
export { findApiKeyActor } from './find-api-key-actor.ts';
export { findClientId } from './find-client-id.ts';
export { isOriginListed } from './is-origin-listed.ts';
export { setAllowedDomains } from './set-allowed-domains.ts';
