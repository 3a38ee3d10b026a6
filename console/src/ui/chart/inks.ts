const inks = ['--accent', '--ok', '--odd', '--busy', '--bad']

/** The token that colours a line by its place; colours repeat. */
export const lineInk = (at: number): string => inks[at % inks.length]!
