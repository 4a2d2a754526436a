import { buildProgram } from './program.ts';

/** Has the program built before the first worker starts; what is returned removes it. */
export async function setup(): Promise<() => Promise<void>> {
  return await buildProgram();
}
