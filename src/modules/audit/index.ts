export { type AuditDraft, recordAudit } from './record-audit.ts';
