export { type CommerceMeasures, measureCommerce } from './measure-commerce.ts';
