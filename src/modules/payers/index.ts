export { findPayer } from './find-payer.ts';
