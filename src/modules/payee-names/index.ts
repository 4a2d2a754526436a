export { findPayeeNames, type PayeeNames } from './find-payee-names.ts';
