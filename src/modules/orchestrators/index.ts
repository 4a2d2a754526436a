export { findOrchestratorKeyActor } from './find-orchestrator-key-actor.ts';
