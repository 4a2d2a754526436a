export { findLinkScreening } from './find-link-screening.ts';
export { findOrchestratorKeyActor } from './find-orchestrator-key-actor.ts';
