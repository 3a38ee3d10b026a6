/** The two switches of a rack, to choose from. */
export const switchChoices = [
  { value: 'switch0', label: 'switch0' },
  { value: 'switch1', label: 'switch1' },
]
