export { findLinkPlan } from './find-link-plan.ts';
export { findOrchestratorKeyActor } from './find-orchestrator-key-actor.ts';
export { findPartnerLink } from './find-partner-link.ts';
export { clientIdNotFound } from './link-client-id.ts';
export { LEGAL_PATH, LOGO_PATH } from './model/branding.ts';
export { Branding, type ShownBranding } from './model/shown-branding.ts';
export { orchestratorOfActor } from './orchestrator-of-actor.ts';
export { recordForBoth } from './record-for-both.ts';
export { findBranding } from './view-branding.ts';
