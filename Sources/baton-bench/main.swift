internal import Terminal

BrokenPipes.ignore()
await BenchMain.run().exit()
