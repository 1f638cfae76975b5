export const title = 'Buying a home';
export const lede = 'What it costs, what you can borrow, and the largest price that allows, to the dollar.';
