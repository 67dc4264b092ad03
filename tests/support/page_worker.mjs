// Answers lines of JSON: the value of a function that is given the page's modules and some data.
import readline from 'node:readline';

const modules = {};
for (const name of ['rules', 'notation', 'tree', 'values', 'link', 'record', 'store', 'speech', 'commands', 'engine']) {
  modules[name] = await import(`${process.argv[2]}/${name}.js`);
}
for await (const line of readline.createInterface({ input: process.stdin })) {
  const { source, data } = JSON.parse(line);
  let answer;
  try {
    answer = { value: (0, eval)(source)(modules, data) ?? null };
  } catch (error) {
    answer = { error: String(error.message) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
