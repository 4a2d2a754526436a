export function programFolder(root: string): string;
export function builtProgram(root: string): string | undefined;
