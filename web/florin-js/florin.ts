import { openFlorin } from './payment.ts';

/** Where the element that loads this script says it is from: known while it runs for the first time only. */
const { currentScript } = document;
const source = currentScript instanceof HTMLScriptElement ? currentScript.src : '';

globalThis.Florin = openFlorin(source);
