export const title = 'Your study loan';
export const lede = 'What it costs, when it ends, and whether to pay before 1 June.';
