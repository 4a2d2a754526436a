import type { Context } from '#context.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { acceptLinkIntentEndpoint } from './accept-link-intent.ts';
import { createBrandingEndpoint } from './create-branding.ts';
import { createLinkIntentEndpoint } from './create-link-intent.ts';
import { createOrchestratorEndpoint } from './create-orchestrator.ts';
import { linkClientIdEndpoint } from './link-client-id.ts';
import { listClientIdLinksEndpoint } from './list-client-id-links.ts';
import { listLinkIntentsEndpoint } from './list-link-intents.ts';
import { removeBrandingEndpoint } from './remove-branding.ts';
import { revokeOrchestratorKeyEndpoint } from './revoke-orchestrator-key.ts';
import { rotateOrchestratorKeyEndpoint } from './rotate-orchestrator-key.ts';
import { unlinkClientIdEndpoint } from './unlink-client-id.ts';
import { unlinkOrchestratorEndpoint } from './unlink-orchestrator.ts';
import { updateBrandingEndpoint } from './update-branding.ts';
import { updateLinkKytEndpoint } from './update-link-kyt.ts';
import { viewBrandingEndpoint } from './view-branding.ts';
import { viewLinkIntentEndpoint } from './view-link-intent.ts';
import { viewOrchestratorEndpoint } from './view-orchestrator.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints: readonly Endpoint<Context>[] = [
  createOrchestratorEndpoint,
  viewOrchestratorEndpoint,
  rotateOrchestratorKeyEndpoint,
  revokeOrchestratorKeyEndpoint,
  linkClientIdEndpoint,
  listClientIdLinksEndpoint,
  unlinkClientIdEndpoint,
  createLinkIntentEndpoint,
  listLinkIntentsEndpoint,
  viewLinkIntentEndpoint,
  acceptLinkIntentEndpoint,
  unlinkOrchestratorEndpoint,
  updateLinkKytEndpoint,
  createBrandingEndpoint,
  viewBrandingEndpoint,
  updateBrandingEndpoint,
  removeBrandingEndpoint,
];
