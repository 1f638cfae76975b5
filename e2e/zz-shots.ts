import { chromium } from '@playwright/test';
import { findChromium } from './chromium.ts';
import { director, signIn } from './people.ts';
import { writeFileSync } from 'node:fs';

const base = 'http://localhost:4104';
const browser = await chromium.launch(await findChromium());
const header = 'text,choice_1,choice_2,choice_3,choice_4,choice_5,choice_6,answer,explanation,category,difficulty,status,source';
writeFileSync('/tmp/shots/bank.csv', [header, 'What is 2 + 2?,3,4,5,,,,2,Count.,Sums,1,draft,Euclid', ',3,3,,,,,7,Count.,Sums,1,draft,Euclid', 'Which is larger?,<b>1</b>,2,,,,,2,,A category with a rather long name that has to wrap somewhere,2,published,'].join('\n'));
for (const width of [1440, 768, 375]) {
  const context = await browser.newContext({ baseURL: base, viewport: { width, height: 900 } });
  const page = await context.newPage();
  page.on('console', (m) => m.type() === 'error' && console.log(m.text()));
  page.on('pageerror', (e) => console.log('PAGEERROR', e.message));
  await signIn(page, director);
  const shot = async (name: string) => { await page.waitForTimeout(600); await page.screenshot({ path: `/tmp/shots/${name}-${width}.png`, fullPage: true }); 
    const o = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'); if (o) console.log('OVERFLOW', name, width, o); };
  await page.goto('/admin/category-list'); await page.getByRole('heading', { name: 'Income tax' }).waitFor(); await shot('categories');
  await page.goto('/admin/questions'); await page.getByRole('button', { name: /^Export CSV/ }).waitFor(); await page.waitForTimeout(500);
  await page.getByRole('checkbox', { name: /^Select/ }).nth(1).check(); await shot('questions');
  await page.goto('/admin/question/create-question-bank'); await page.getByRole('textbox', { name: 'Question' }).fill('What is the cash rate?');
  await page.getByLabel('Choice 1', { exact: true }).fill('A rate'); await page.getByRole('button', { name: 'Save', exact: true }).click(); await shot('add');
  await page.goto('/admin/question/import'); await page.locator('input[type=file]').setInputFiles('/tmp/shots/bank.csv'); await page.getByText('faults were found').waitFor(); await shot('import');
  await page.getByRole('button', { name: /^Mend/ }).first().click(); await shot('mend');
  await page.goto('/training'); await page.getByRole('button', { name: 'Start' }).waitFor(); await shot('training0');
  for (let run = 0; run < 2; run++) {
    await page.goto('/training');
    await page.getByLabel('Questions').fill('4'); await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('button', { name: 'Answer' }).waitFor(); 
    if (run === 0) { await page.keyboard.press('2'); await shot('question'); await page.keyboard.press('Enter'); await page.getByText('Enter goes on.').waitFor(); await shot('answered'); await page.keyboard.press('Enter'); }
    for (let q = run === 0 ? 1 : 0; q < 4; q++) { await page.getByRole('button', { name: 'Answer' }).waitFor(); await page.keyboard.press(String(1 + q % 3)); await page.keyboard.press('Enter'); await page.getByText('Enter goes on.').waitFor(); await page.keyboard.press('Enter'); }
    await page.getByText('By category').waitFor();
  }
  await shot('result'); await page.goto('/training'); await page.getByText('The latest first').waitFor(); await shot('training');
  await page.goto('/dashboard'); await page.waitForTimeout(800); await shot('dashboard');
  await context.close();
}
await browser.close();
