import plugin from 'tailwindcss/plugin';
import { colors } from 'contract/colors.ts';

const variables = (theme: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(theme).map(([token, color]) => [`--${token}`, color]));

/** Makes the variables of the two themes, and of paper. */
export default plugin((tailwind) => {
  tailwind.addBase({
    ':root': variables(colors.green),
    ":root[data-theme='high-contrast']": variables(colors.highContrast),
    '@media print': { ':root, :root[data-theme]': variables(colors.paper) },
  });
});
