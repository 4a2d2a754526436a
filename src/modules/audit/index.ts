export { recordAdministration } from './record-administration.ts';
export { type AuditDraft, recordAudit } from './record-audit.ts';
